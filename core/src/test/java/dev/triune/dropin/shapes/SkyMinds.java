/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.dropin.shapes.Sky.*;
import dev.triune.llm.Broker;
import dev.triune.prompt.Surroundings;
import dev.triune.system.MindPlugin;

/** All that the sky has to write to have minds. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the fields
class SkyMinds {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("fly", "fly about", Field.oneOf("side", "left", "right"))
            .action("land", "come down")
            .action("peck", "eat a seed in sight", Field.target("seed"))
            .build();

    private ComponentMapper<Bird> mBird;
    private BirdBrainSystem brains;
    private BubbleSystem bubbles;

    private final Vision<Pos> vision = Vision.by(Pos.class, pos -> pos.x, pos -> pos.y)
            .talkRadius(60)
            .sightRadius(100)
            .sees(Seed.class, (id, seed) -> VisibleObject.of("seed " + id, "seed"));

    MindPlugin plugin(Broker broker) {
        return new MindPlugin(broker, ACTIONS)
                .clock(GameClock.byDelta())
                .feed(Feed.copy(Bird.class, Persona.class, (bird, to) -> to.name = bird.name))
                .feed(vision, Feed.speech())
                .perception(id -> Surroundings.of("a windy day", "the ground is at 0"))
                .runner(
                        "fly",
                        ActionRunner.of(
                                (id, step) -> step.text("side").equals("left") ? -1 : 1,
                                (id, side, seconds) ->
                                        Progress.of(brains.flap(id, side) && seconds > 3),
                                (id, side) -> brains.land(id)))
                .runner("land", (id, step) -> Progress.of(brains.land(id)))
                .runner(
                        "peck",
                        ActionRunner.of(
                                (id, step) -> vision.entity(id, step.text("seed")),
                                (id, seed, seconds) -> Progress.of(brains.peck(id, seed))))
                .spoken((id, text) -> bubbles.shown.add(id + ": " + text));
    }

    void giveMind(World world, int id) {
        mBird.get(id).shy = false;
        world.getMapper(Mind.class).create(id);
        world.getMapper(Needs.class).create(id);
    }
}
