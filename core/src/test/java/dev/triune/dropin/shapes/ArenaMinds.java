/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

// [sample]
import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.dropin.shapes.Arena.*;
import dev.triune.llm.Broker;
import dev.triune.prompt.Surroundings;
import dev.triune.system.MindPlugin;

/** All that the arena has to write to have minds. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the fields
class ArenaMinds {
    // what a model may order, and nothing else
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("walk_to", "go to something in sight", Field.target("to"))
            .action("attack", "fight a mob in sight", Field.target("to", "mob"))
            .action("stroll", "walk about", Field.whole("seconds", 1, 20))
            .build();

    // mappers and systems of the game
    private ComponentMapper<Mob> mMob;
    private WalkSystem walks;
    private FightSystem fights;
    private ChatSystem chat;

    // who is near, and what is in sight: the names that steps can have as targets
    private final Vision<Spot> vision = Vision.by(Spot.class, at -> at.x, at -> at.y)
            .sees(Mob.class, (id, mob) -> VisibleObject.of(mob.type + " " + id, "mob"))
            .sees(Chest.class, "chest", "thing");

    MindPlugin plugin(Broker broker) {
        return new MindPlugin(broker, ACTIONS)
                .clock(GameClock.byDelta()) // as the world is processed with a delta in seconds
                // the game's components, in each tick; needs are 0 to 1, and 1 is well
                .feed(Feed.copy(Body.class, Needs.class, (from, to) -> to.health = from.hp / 100))
                .feed(Feed.copy(
                        Mob.class, Persona.class, (id, mob, to) -> to.name = mob.type + " " + id))
                // what is dear runs for a tenth of the agents; they hear those nearby
                .feed(Feed.every(10, Feed.danger(id -> fights.isHurt(id))), vision, Feed.speech())
                .perception(id -> Surroundings.of("a fight is on", "the exit is locked"))
                // what carries out steps, in each tick until it is done; and a reflex
                .runner("walk_to", (id, step) -> Progress.of(walks.walk(id, target(id, step))))
                .runner("attack", (id, step) -> Progress.of(fights.attack(id, target(id, step))))
                .runner(
                        "stroll",
                        ActionRunner.of(
                                (id, step) -> step.whole("seconds", 5), // its state
                                (id, most, seconds) ->
                                        Progress.of(walks.stroll(id, seconds, most))))
                .runner("flee_danger", (id, step) -> Progress.of(walks.stroll(id, 0, 1)))
                .spoken((id, text) -> chat.say(id, text));
    }

    private int target(int id, Step step) {
        return vision.entity(id, step.text("to")); // -1 if it is gone or out of sight
    }

    void giveMind(World world, int id) {
        mMob.get(id).roams = false; // the game's own head
        world.getMapper(Mind.class).create(id);
        world.getMapper(Needs.class).create(id);
    }
}
// [end]
