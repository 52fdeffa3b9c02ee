/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.rule.SelectionRule.AgentView;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of the standard rules, in agents of all sorts. */
class StandardSelectionRuleTest {
    private static final long SEED = 19;
    private static final int AGENTS = 50_000;

    @Test
    void firstMatchesTheFirstRuleInOrder() {
        Random random = new Random(SEED);
        Map<StandardSelectionRule, Integer> seen = new EnumMap<>(StandardSelectionRule.class);
        for (int i = 0; i < AGENTS; i++) {
            AgentView agent = new RandomAgent(random);
            StandardSelectionRule first = firstOf(agent, StandardSelectionRule.CRITICAL_NEEDS);
            assertThat(StandardSelectionRule.first(agent))
                    .as("seed %d, agent %d", SEED, i)
                    .isEqualTo(first);
            assertThat(StandardSelectionRule.firstOfPlans(agent))
                    .as("plans, seed %d, agent %d", SEED, i)
                    .isEqualTo(firstOf(agent, StandardSelectionRule.DUE));
            seen.merge(first, 1, Integer::sum);
        }
        assertThat(seen).containsOnlyKeys(StandardSelectionRule.values());
    }

    private static StandardSelectionRule firstOf(AgentView agent, StandardSelectionRule from) {
        return Stream.of(StandardSelectionRule.values())
                .filter(rule -> rule.compareTo(from) >= 0 && rule.matches(agent))
                .findFirst()
                .orElseThrow();
    }

    /** An agent in a random state. */
    private static final class RandomAgent implements AgentView {
        private final Mind mind = new Mind();
        private final Needs needs = new Needs();
        private final Behavior behavior = new Behavior();
        private final BehaviorQueue queue = new BehaviorQueue();
        private final @Nullable Conversation conversation;
        private final @Nullable Senses senses;
        private final boolean talks;
        private final boolean plansAhead;
        private final boolean periodicDue;
        private final boolean company;

        RandomAgent(Random random) {
            needs.hunger = random.nextInt(4) == 0 ? random.nextFloat() : 0.75f;
            needs.energy = random.nextInt(2) == 0 ? 0.5f : 1;
            behavior.backedOff = random.nextInt(4) == 0 ? 1 : 0;
            int doing = random.nextInt(4);
            if (doing > 0) {
                behavior.begin(
                        doing == 1 ? Behavior.WANDER : "rest",
                        doing == 3 ? Behavior.Origin.STEP : Behavior.Origin.REFLEX,
                        1,
                        true,
                        0);
            }
            behavior.completed = random.nextBoolean();
            addSteps(random);
            conversation = random.nextBoolean() ? new Conversation() : null;
            if (conversation != null) {
                conversation.active = random.nextInt(4) == 0;
                conversation.hasFloor = random.nextBoolean();
                conversation.playerWaits = random.nextInt(4) == 0;
                conversation.led = random.nextInt(4) == 0;
            }
            senses = random.nextBoolean() ? new Senses() : null;
            if (senses != null) {
                senses.unattended = random.nextInt(3) / 2;
                if (random.nextBoolean()) {
                    senses.nearby.add(3);
                }
            }
            talks = random.nextBoolean();
            plansAhead = random.nextBoolean();
            periodicDue = random.nextBoolean();
            company = random.nextBoolean();
            mind.reviewAt = random.nextInt(4) == 0 ? 99 + random.nextInt(3) : Mind.NEVER;
        }

        private void addSteps(Random random) {
            for (int i = random.nextInt(3); i > 0; i--) {
                QueuedStep step = new QueuedStep(Step.of("rest"));
                step.state = QueuedStep.State.values()[random.nextInt(4)];
                queue.steps.add(step);
            }
            if (random.nextInt(3) == 0) {
                queue.nextPlan().add(new QueuedStep(Step.of("rest")));
            }
            queue.undisturbed = random.nextInt(3) == 0;
        }

        @Override
        public int agent() {
            return 0;
        }

        @Override
        public Mind mind() {
            return mind;
        }

        @Override
        public Needs needs() {
            return needs;
        }

        @Override
        public Behavior behavior() {
            return behavior;
        }

        @Override
        public BehaviorQueue queue() {
            return queue;
        }

        @Override
        public @Nullable Conversation conversation() {
            return conversation;
        }

        @Override
        public @Nullable Senses senses() {
            return senses;
        }

        @Override
        public long tick() {
            return 100;
        }

        @Override
        public boolean ready(Layer layer) {
            return talks;
        }

        @Override
        public boolean enabled(Layer layer) {
            return talks;
        }

        @Override
        public boolean available(Layer layer) {
            return talks;
        }

        @Override
        public boolean plansAhead() {
            return plansAhead;
        }

        @Override
        public boolean periodicDue() {
            return periodicDue;
        }

        @Override
        public boolean hasCompany() {
            return company;
        }
    }
}
