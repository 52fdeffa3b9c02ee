/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A game whose orders have no state: it takes them from a queue, done or not. */
class ErrandsTest {
    /** An order of the game: where to go. */
    private static final class Errand {
        final String place;

        Errand(String place) {
            this.place = place;
        }
    }

    /** Goes on each errand for three ticks; over the bridge there is no way. */
    private static final class ErrandSystem extends BaseSystem {
        final Map<Integer, List<Errand>> queues = new HashMap<>();
        private final Map<Integer, String> places = new HashMap<>();
        private int walked;

        List<Errand> queue(int id) {
            return queues.computeIfAbsent(id, none -> new ArrayList<>());
        }

        boolean isAt(int id, String place) {
            return place.equals(places.get(id));
        }

        @Override
        protected void processSystem() {
            walked++;
            queues.forEach((id, errands) -> {
                if (!errands.isEmpty() && walked % 3 == 0) {
                    String place = errands.remove(0).place;
                    if (!place.equals("bridge")) {
                        places.put(id, place);
                    }
                }
            });
        }
    }

    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("go", "go to a place", Field.text("place"))
            .build();

    private final ErrandSystem errands = new ErrandSystem();
    private final List<String> told = new ArrayList<>();
    private final World world = new World(new WorldConfigurationBuilder()
            .with(errands)
            .with(new MindPlugin(new FakeBroker(), ACTIONS)
                    .runner("go", errand())
                    .listener(new MindListener() {
                        @Override
                        public void stepDone(int agent, Step step) {
                            told.add(step + " done");
                        }

                        @Override
                        public void stepFailed(int agent, Step step, String reason) {
                            told.add(step + " failed: " + reason);
                        }
                    }))
            .build());

    // [sample]
    private ActionRunner<Step> errand() {
        return ActionRunner.ofOrders(
                (id, step) -> new Errand(step.text("place")),
                (id, given) -> errands.queue(id).add(given),
                (id, given) -> errands.queue(id).contains(given)
                        ? Progress.RUNNING
                        : errands.isAt(id, given.place)
                                ? Progress.DONE
                                : Progress.failed("there is no way"),
                (id, given) -> errands.queue(id).remove(given));
    }
    // [end]

    private int agent() {
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.process();
        return agent;
    }

    private void order(int agent, Step... steps) {
        world.getSystem(DecisionApplySystem.class).order(agent, List.of(steps));
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }

    @Test
    void queueThatHoldsAnOrderNoMoreEndsItsStep() {
        int ann = agent();
        order(ann, go("well"), go("bridge"), go("mill"));
        ticks(30);
        assertThat(told)
                .containsExactly(
                        "go well done", "go bridge failed: there is no way", "go mill done");
        assertThat(errands.queue(ann)).isEmpty();
    }

    @Test
    void orderOfAStepThatIsGivenUpIsWithdrawn() {
        int ann = agent();
        int ben = agent();
        order(ann, go("well"));
        order(ben, go("well"));
        ticks(1);
        assertThat(errands.queue(ann)).hasSize(1);
        world.getSystem(DecisionApplySystem.class).cancelPlan(ann);
        ticks(1);
        assertThat(errands.queue(ann)).isEmpty();
        ticks(5);
        assertThat(told).as("of the other").containsExactly("go well done");
    }

    private static Step go(String place) {
        return Step.of("go").with("place", place);
    }
}
