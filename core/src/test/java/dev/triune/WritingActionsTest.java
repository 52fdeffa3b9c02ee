/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.action.Synonyms;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The action that docs/writing-minds.md writes: what stands between two marks is there. */
@SuppressWarnings({"NullAway.Init", "ClassCanBeStatic"}) // as a game writes it
final class WritingActionsTest {
    // [sample]
    @Help("break stone out of a rock that you can see")
    @Synonyms({"dig", "quarry"})
    record Mine(
            @Visible("rock") String target,
            @Synonyms("count") @Range(min = 1, max = 10) int amount) {}
    // [end]

    // [sample]
    public static class Mining extends PooledComponent { // what this step has mined so far
        int count;

        @Override
        protected void reset() {
            count = 0;
        }
    }

    class MineRunner implements ActionRunner<Mine> {
        ComponentMapper<Mining> mMining; // Artemis fills in mappers and systems
        Rocks rocks; // the game's own: which rock has how much, who has a pickaxe

        @Override
        public Progress start(int agent, Mine mine) {
            mMining.create(agent).count = 0;
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Mine mine) {
            if (!rocks.takeFrom(mine.target())) {
                return Progress.failed("there is no stone left in " + mine.target());
            }
            Mining mining = mMining.get(agent);
            mining.count++;
            return mining.count < mine.amount() ? Progress.RUNNING : Progress.DONE;
        }

        @Override
        public void stop(int agent, Mine mine) {
            mMining.remove(agent); // after the end, and when a reflex interrupts
        }
    }
    // [end]

    /** Which rock has how much stone, and who has a pickaxe. */
    private static final class Rocks extends BaseSystem {
        final Map<String, Integer> left = new TreeMap<>(Map.of("granite", 5));
        final Set<Integer> pickaxes = new HashSet<>();

        boolean hasPickaxe(int agent) {
            return pickaxes.contains(agent);
        }

        boolean takeFrom(String rock) {
            return left.merge(rock, -1, Integer::sum) >= 0;
        }

        @Override
        protected void processSystem() {}
    }

    private final Rocks rocks = new Rocks();
    // [sample]
    ActionCatalog actions = ActionCatalog.builder()
            .actions(Mine.class)
            .require(Mine.class, "a pickaxe", (agent, mine) -> rocks.hasPickaxe(agent))
            .build();
    // [end]

    @Test
    void helpListsTheAction() {
        assertThat(actions.help(AnswerForm.PLAN)).contains("""
                mine(target: rock that you see, amount: 1 to 10) \
                break stone out of a rock that you can see (needs a pickaxe)""");
    }

    @Test
    void carriesOutTheModelsPlan() {
        // [sample]
        var sim = MindTest.world(actions)
                .mind("""
                        {"action":[{"type":"dig","target":"the granite","count":2}]}""")
                .systems(rocks)
                .plugin(minds -> minds.runner(Mine.class, new MineRunner()));
        int mira = sim.agent("Mira");
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("granite", "rock"));
        rocks.pickaxes.add(mira);

        sim.tickUntil(() -> !sim.done(mira).isEmpty(), 100);

        assertThat(sim.done(mira))
                .containsExactly(Step.of("mine").with("target", "granite").with("amount", 2));
        assertThat(sim.lastPrompt(mira)).contains("you see granite", "(needs a pickaxe)");
        // [end]
        assertThat(rocks.left).containsEntry("granite", 3);
        assertThat(sim.world().getMapper(Mining.class).has(mira)).isFalse();
    }

    @Test
    void nextPromptReportsUnmetPrecondition() {
        MindTest sim = ordered(9);
        int mira = miner(sim);
        sim.tickUntil(() -> sim.prompts(mira).size() == 2, 1000);
        assertThat(sim.lastPrompt(mira))
                .contains("Last time failed:", "- mine granite 9: needs a pickaxe");
        assertThat(rocks.left).containsEntry("granite", 5);
    }

    @Test
    void nextPromptReportsTheRunnersReason() {
        MindTest sim = ordered(9);
        int mira = miner(sim);
        rocks.pickaxes.add(mira);
        sim.tickUntil(() -> sim.prompts(mira).size() == 2, 1000);
        assertThat(sim.lastPrompt(mira)).contains("there is no stone left in granite");
    }

    private MindTest ordered(int amount) {
        return MindTest.world(actions)
                .mind("""
                        {"action":[{"type":"mine","target":"granite","amount":%d}]}""".formatted(amount))
                .systems(rocks)
                .plugin(minds -> minds.runner(Mine.class, new MineRunner()));
    }

    private static int miner(MindTest sim) {
        int mira = sim.agent("Mira");
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("granite", "rock"));
        return mira;
    }
}
