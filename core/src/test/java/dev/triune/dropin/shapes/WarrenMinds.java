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
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.dropin.shapes.Warren.*;
import dev.triune.llm.Broker;
import dev.triune.prompt.Surroundings;
import dev.triune.system.MindPlugin;
import java.util.function.Supplier;

/** All that the warren has to write to have minds: its behaviours, repeated while they apply. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the fields
class WarrenMinds {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("graze", "eat grass", Field.whole("seconds", 1, 20))
            .action("flock", "keep to the others", Field.whole("seconds", 1, 20))
            .action("wander", "go about", Field.whole("seconds", 1, 20))
            .build();

    private ComponentMapper<Instinct> mInstinct;
    private GrazeBehaviour graze;
    private FleeBehaviour flee;
    private FlockBehaviour flock;
    private WanderBehaviour wander;
    private LogSystem log;

    MindPlugin plugin(Broker broker) {
        return new MindPlugin(broker, ACTIONS)
                .clock(new GameClock(25))
                .feed(Feed.copy(Beast.class, Needs.class, (it, to) -> to.hunger = it.fed()))
                .feed(Feed.copy(Beast.class, Persona.class, (id, it, to) -> to.name = it.name(id)))
                .feed(Feed.every(10, Feed.danger(id -> flee.evaluate(id) > 0)), Feed.speech())
                .feed(Vision.by(Cell.class, cell -> cell.x, cell -> cell.y)
                        .sees(Beast.class, (id, it) -> VisibleObject.of(it.name(id), it.kind))
                        .sees(Grass.class, "grass", "plant"))
                .perception(id -> Surroundings.of("a day on the meadow", "wolves are about"))
                .runner("graze", repeat(() -> graze))
                .runner("flock", repeat(() -> flock))
                .runner("wander", repeat(() -> wander))
                .runner("flee_danger", repeat(() -> flee))
                .spoken((id, text) -> log.lines.add(id + ": " + text));
    }

    private ActionRunner<Step> repeat(Supplier<Behaviour> behaviour) {
        return ActionRunner.of(
                (id, step) -> step.whole("seconds", 5),
                (id, most, seconds) -> Progress.of(!behaviour.get().turn(id) || seconds > most));
    }

    void giveMind(World world, int id) {
        mInstinct.remove(id);
        world.getMapper(Mind.class).create(id);
        world.getMapper(Needs.class).create(id);
    }
}
