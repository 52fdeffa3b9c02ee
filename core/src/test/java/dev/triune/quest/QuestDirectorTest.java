/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.quest;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.GameClock;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindSaves;
import dev.triune.testkit.MindTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The code of docs/modules.md, and what it does. */
class QuestDirectorTest {
    private final AtomicBoolean wellIsDry = new AtomicBoolean();
    private final ActionCatalog actions = ActionCatalog.builder()
            .action("walk", "go somewhere", Field.oneOf("to", "well", "chapel"))
            .require("walk", "water in the well", (agent, step) -> !wellIsDry.get())
            .action("ring", "ring the bell")
            .action("rest", "sit down")
            .build();

    private final QuestDirector quests = new QuestDirector();
    private final MindTest sim = MindTest.world(actions)
            .mind("{\"speaking\": \"Yes?\", \"action\": [{\"type\": \"rest\"}]}")
            .stepsTake(20)
            .plugin(plugin -> {
                // [sample]
                plugin.with(quests);
                // [end]
            });
    private final int mira = sim.agent("Mira");

    private void begin() {
        sim.ticks(1);
        // [sample]
        quests.begin(
                mira,
                new QuestDirector.Stage(
                        "fetch the key at the well", Step.of("walk").with("to", "well")),
                new QuestDirector.Stage(
                        "warn the village", Step.of("walk").with("to", "chapel"), Step.of("ring")));
        // [end]
    }

    @Test
    void agentCarriesOutStageAfterStageAndThenPlansForItself() {
        begin();
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 600);
        assertThat(sim.done(mira))
                .extracting(Step::toString)
                .startsWith("walk well", "walk chapel", "ring");
        assertThat(sim.prompts(mira))
                .as("prompts while the quest went on")
                .allSatisfy(prompt -> assertThat(prompt).doesNotContain("warn the village"));
    }

    @Test
    void agentKnowsWhatItWantsWhileItIsAddressed() {
        begin();
        sim.ticks(5);
        sim.get(mira, Senses.class).hear(new Speech("Joss", "Where to?", 5));
        sim.tickUntil(() -> sim.lastPrompt(mira).contains("Where to?"), 200);
        assertThat(sim.lastPrompt(mira)).contains("fetch the key at the well");
    }

    @Test
    void failedStepEndsTheQuest() {
        begin();
        sim.ticks(5);
        sim.fail(mira, "the well is guarded");
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 600);
        assertThat(sim.done(mira)).extracting(Step::type).doesNotContain("ring");
    }

    @Test
    void planGivenUpAfterAReflexEndsTheQuest() {
        begin();
        sim.ticks(5);
        sim.needs(mira).hunger = 0.05f;
        sim.tickUntil(() -> sim.doing(mira).equals("seek_food"), 20);
        wellIsDry.set(true);
        sim.needs(mira).hunger = 1;
        assertQuestEnds();
    }

    @Test
    void planThatIsCancelledEndsTheQuest() {
        begin();
        sim.ticks(5);
        sim.world().getSystem(DecisionApplySystem.class).cancelPlan(mira);
        assertQuestEnds();
    }

    @Test
    void deathEndsTheQuestBeforeAndAfterItsPlanIsOrdered() {
        for (int ticks : new int[] {0, 5}) {
            int agent = sim.agent("Joss");
            sim.ticks(1);
            quests.begin(agent, ring());
            sim.ticks(ticks);
            sim.needs(agent).health = 0;
            sim.ticks(3);
            assertThat(hasQuest(agent)).as("after %d ticks", ticks).isFalse();
        }
    }

    @Test
    void failedFirstStepOfTwoStopsTheSecond() {
        sim.ticks(1);
        quests.begin(
                mira,
                new QuestDirector.Stage(
                        "ring at the chapel",
                        Step.of("walk").with("to", "chapel"),
                        Step.of("ring")));
        sim.ticks(5);
        sim.fail(mira, "the road is blocked");
        assertQuestEnds();
        assertThat(sim.steps(mira)).noneMatch(step -> step.step.type().equals("ring"));
        assertThat(sim.get(mira, BehaviorQueue.class).undisturbed).isFalse();
    }

    @Test
    void newAgentWithARecycledIdHasNoQuest() {
        begin();
        sim.ticks(5);
        sim.world().delete(mira);
        sim.ticks(2);
        int next = sim.agent("Joss");
        assertThat(next).as("a recycled id").isEqualTo(mira);
        sim.ticks(2);
        assertThat(hasQuest(next)).isFalse();
        sim.tickUntil(() -> sim.doing(next).equals("rest"), 600);
    }

    @Test
    void questOfAnAgentDeletedBeforeItBeginsDisturbsNobody() {
        begin();
        int other = sim.agent("Joss");
        sim.world().delete(mira);
        sim.ticks(2);
        quests.begin(other, ring());
        sim.tickUntil(() -> !sim.done(other).isEmpty(), 100);
        assertThat(sim.done(other)).extracting(Step::type).startsWith("ring");
    }

    @Test
    void stageBeginsAgainAfterALoad() throws Exception {
        GameClock clock = new GameClock(20);
        MindTest saved = game(new QuestDirector(), clock);
        int agent = saved.agent("Joss");
        saved.ticks(1);
        saved.world().getSystem(QuestDirector.class).begin(agent, ring());
        saved.ticks(3);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(saved, clock).save(out);

        GameClock newClock = new GameClock(20);
        MindTest loaded = game(new QuestDirector(), newClock);
        saves(loaded, newClock).load(new ByteArrayInputStream(out.toByteArray()));
        loaded.ticks(1);
        int same = loaded.world()
                .getAspectSubscriptionManager()
                .get(Aspect.all(QuestDirector.Quest.class))
                .getEntities()
                .get(0);
        loaded.tickUntil(() -> loaded.doing(same).equals("rest"), 600);
        assertThat(loaded.done(same)).extracting(Step::type).startsWith("ring");
    }

    private MindTest game(QuestDirector module, GameClock clock) {
        return MindTest.world(actions)
                .mind("{\"action\": [{\"type\": \"rest\"}]}")
                .stepsTake(20)
                .clock(clock)
                .systems(new WorldSerializationManager())
                .plugin(plugin -> plugin.with(module));
    }

    private static MindSaves saves(MindTest game, GameClock clock) {
        World world = game.world();
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        return new MindSaves(world, clock);
    }

    private static QuestDirector.Stage ring() {
        return new QuestDirector.Stage("ring the bell", Step.of("ring"));
    }

    private boolean hasQuest(int agent) {
        return sim.world().getMapper(QuestDirector.Quest.class).has(agent);
    }

    private void assertQuestEnds() {
        sim.tickUntil(() -> !hasQuest(mira), 20);
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 600);
        assertThat(sim.done(mira)).extracting(Step::type).doesNotContain("ring");
        assertThat(sim.lastPrompt(mira)).doesNotContain("fetch the key", "warn the village");
    }
}
