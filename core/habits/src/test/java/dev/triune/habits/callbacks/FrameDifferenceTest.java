/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import dev.triune.component.Mind;
import dev.triune.testsupport.Thorough;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Several ticks in a frame are exactly as many ticks as in as many frames: the same feeds,
 * behaviours, talk, habits, memories, events and saves, also if the game's code removes components
 * and agents in between. To rerun a failing case: {@code -Dtriune.seed=<the seed printed>}.
 */
class FrameDifferenceTest {
    private static final int FRAMES = 120;

    @Test
    void ticksOfAFrameAreTheTicksOfAsManyFrames() {
        long[] seeds = Thorough.seeds(6, 1_000);
        int harmed = 0;
        SoftAssertions all = new SoftAssertions();
        for (long seed : seeds) {
            Case each = new Case(seed);
            all.check(() -> {
                try {
                    each.run();
                } catch (RuntimeException e) { // the other seeds run all the same
                    throw new AssertionError(each.toString(), e);
                }
            });
            harmed += each.harmed;
        }
        all.assertAll();
        if (seeds.length > 5) {
            assertThat(harmed).as("what game code removed in ticks").isPositive();
        }
    }

    private static final class Case {
        private final long seed;
        private final int ticks;
        private final boolean acts;
        private final Stage.Company company;
        private final int harm;
        private final boolean deletesOnly;
        private int harmed;

        Case(long seed) {
            this.seed = seed;
            SplittableRandom random = new SplittableRandom(seed);
            ticks = 2 + random.nextInt(9);
            acts = random.nextInt(4) > 0;
            company = Stage.Company.values()[random.nextInt(Stage.Company.values().length)];
            harm = random.nextInt(3) == 0 ? 0 : 200 + random.nextInt(2_000);
            deletesOnly = random.nextInt(4) == 0;
        }

        void run() {
            Stage slow = new Stage(seed, acts, ticks, company);
            Stage fast = new Stage(seed, acts, 1, company);
            Harm ofSlow = new Harm(slow);
            Harm ofFast = new Harm(fast);
            for (int frame = 0; frame < FRAMES; frame++) {
                slow.frame();
                for (int i = 0; i < ticks; i++) {
                    fast.frame();
                }
                int from = Math.max(0, slow.events.size() - 200);
                assertThat(slow.events.subList(from, slow.events.size()))
                        .as("%s, frame %d", this, frame)
                        .isEqualTo(fast.events.subList(
                                Math.min(from, fast.events.size()), fast.events.size()));
                assertThat(slow.clock.tick()).isEqualTo(fast.clock.tick());
                slow.play();
                fast.play();
                if (frame % 40 == 39) {
                    assertThat(text(slow)).as("the save of %s", this).isEqualTo(text(fast));
                }
            }
            assertThat(slow.plugin.stats()).as("%s", this).isEqualTo(fast.plugin.stats());
            assertThat(slow.violations).as("%s", this).isEmpty();
            assertThat(ofSlow.done).isEqualTo(ofFast.done);
            harmed = ofSlow.done;
            slow.dispose();
            fast.dispose();
            assertThat(slow.events).as("%s", this).isEqualTo(fast.events);
        }

        /**
         * Returns the entities of a save in some order, without their ids: Artemis uses that of a
         * deleted one again in the next frame, not in the next tick.
         */
        private static List<String> text(Stage stage) {
            boolean nobody = stage.world
                    .getAspectSubscriptionManager()
                    .get(Aspect.all(Mind.class))
                    .getEntities()
                    .isEmpty();
            if (nobody) {
                return List.of(); // nobody is left to save
            }
            String save = new String(stage.save(), StandardCharsets.UTF_8);
            int archetypes = save.indexOf("\"archetypes\"");
            String entities = save.substring(save.indexOf("\"entities\""), archetypes);
            String rest = save.substring(save.indexOf("\"tick\":", archetypes));
            Stream<String> each = Stream.of(entities.split("\"[0-9]+\":\\{\"archetype\":[0-9]+"))
                    .map(entity -> entity.replaceAll("[,}]+$", ""))
                    .sorted();
            return Stream.concat(each, Stream.of(rest)).toList();
        }

        /** What the game's code removes, in every so manieth callback. */
        private final class Harm implements Stage.Hook {
            private final Stage stage;
            private final SplittableRandom random = new SplittableRandom(seed);
            private int done;

            Harm(Stage stage) {
                this.stage = stage;
                if (harm > 0) {
                    stage.hook(this);
                }
            }

            @Override
            public void called(String callback, int agent) {
                if (random.nextInt(harm) > 0 || stage.isDisposed()) {
                    return;
                }
                World world = stage.world;
                int target = stage.agents.get(random.nextInt(stage.agents.size()));
                List<Class<? extends Component>> all = Stage.COMPONENTS;
                int pick = deletesOnly ? all.size() : random.nextInt(all.size() + 1);
                done++;
                if (pick < all.size()) {
                    world.getMapper(all.get(pick)).remove(target);
                } else if (stage.agents.size() > 2) {
                    stage.deleteForGood(target);
                }
            }
        }

        @Override
        public String toString() {
            return "seed " + seed + ", " + ticks + " ticks a frame, acts " + acts + ", " + company
                    + ", harm " + harm + (deletesOnly ? ", deletes only" : "");
        }
    }
}
