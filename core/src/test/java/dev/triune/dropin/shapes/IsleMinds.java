/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.dropin.shapes.Isle.*;
import dev.triune.llm.Broker;
import dev.triune.prompt.Surroundings;
import dev.triune.system.MindPlugin;
import java.time.Duration;

/** All that the isle has to write to have minds. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the fields
class IsleMinds {
    sealed interface IsleAction permits Approach, Patrol {}

    @Help("go to somebody in sight")
    record Approach(@Visible String who) implements IsleAction {}

    @Help("walk up and down for a while")
    record Patrol(@Range(min = 1, max = 9) int tiles) implements IsleAction {}

    private ComponentMapper<Npc> mNpc;
    private ComponentMapper<Tile> mTile;
    private MovementSystem movement;
    private ForceChat chat;

    private final Vision<Tile> vision = Vision.by(Tile.class, tile -> tile.x, tile -> tile.y)
            .sees(Npc.class, npc -> VisibleObject.of(npc.name, "person"));

    MindPlugin plugin(Broker broker) {
        return new MindPlugin(broker, ActionCatalog.of(IsleAction.class))
                .clock(new GameClock(Duration.ofMillis(600)))
                .feed(Feed.copy(Npc.class, Persona.class, (npc, to) -> to.name = npc.name))
                .feed(vision, Feed.speech())
                .perception(id -> Surroundings.of("on the isle", "the boat comes at noon"))
                .runner(
                        Approach.class,
                        (id, step) -> Progress.of(movement.goTo(id, vision.entity(id, step.who()))))
                .runner(
                        Patrol.class,
                        ActionRunner.of(
                                (id, step) -> mTile.get(id).x + step.tiles(),
                                (id, x, seconds) ->
                                        Progress.of(movement.go(id, x, mTile.get(id).y)),
                                (id, x) -> movement.stop(id)))
                .spoken((id, text) -> chat.lines.add(id + ": " + text));
    }

    void giveMind(World world, int id) {
        mNpc.get(id).walksAtRandom = false;
        world.getMapper(Mind.class).create(id);
        world.getMapper(Needs.class).create(id);
    }
}
