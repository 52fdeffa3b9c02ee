/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.quest;

// [sample]
import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import com.artemis.annotations.All;
import com.artemis.systems.IteratingSystem;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import java.util.ArrayList;
import java.util.List;

/** Leads agents through quests: orders the plan of one stage after the other. */
@All({QuestDirector.Quest.class, Mind.class, BehaviorQueue.class})
final class QuestDirector extends IteratingSystem implements MindModule, MindListener, PromptPart {
    /** A stage: what the agent is told that it wants, and how. No record, for saves. */
    public static final class Stage {
        private String aim = "";
        private List<Step> plan = new ArrayList<>();

        private Stage() {} // for loaders

        Stage(String aim, Step... plan) {
            this.aim = aim;
            this.plan.addAll(List.of(plan));
        }
    }

    /** The stages that are left; goes with its agent, so that no other inherits them. */
    public static final class Quest extends PooledComponent {
        final List<Stage> stages = new ArrayList<>();
        transient List<QueuedStep> plan = List.of(); // of the first stage, once it is ordered

        @Override
        protected void reset() {
            stages.clear();
            plan = List.of();
        }
    }

    private DecisionApplySystem decisions; // Artemis fills in all three
    private ComponentMapper<Quest> mQuest;
    private ComponentMapper<BehaviorQueue> mQueue;

    /** Begins a quest in place of any other; called by the game. */
    void begin(int agent, Stage... stages) {
        Quest quest = mQuest.create(agent);
        quest.reset();
        quest.stages.addAll(List.of(stages));
    }

    @Override
    public void install(MindContext minds) {
        minds.beforeThinking(this);
        minds.listener(this);
        minds.prompts(this);
    }

    @Override
    protected void process(int agent) {
        Quest quest = mQuest.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        List<QueuedStep> left = quest.plan.stream().filter(s -> !s.finished()).toList();
        if (!left.isEmpty() && queue.steps.containsAll(left)) {
            return; // the stage goes on
        }
        if (!quest.plan.isEmpty()) {
            quest.stages.remove(0);
        }
        // steps that left the queue unfinished were given up: after a reflex, by death or an order
        if (!left.isEmpty()
                || quest.stages.isEmpty()
                || decisions.order(agent, quest.stages.get(0).plan) == 0) { // it is dead
            mQuest.remove(agent); // from now on the agent plans for itself
            return;
        }
        quest.plan = List.copyOf(queue.steps);
        queue.undisturbed = true; // no model plans until the stage is done
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        Quest quest = mQuest.get(agent);
        if (quest != null
                && quest.plan.stream().anyMatch(s -> s.state == QueuedStep.State.FAILED)) {
            mQuest.remove(agent);
            decisions.cancelPlan(agent); // or the next step would begin
        }
    }

    @Override
    public void describe(int agent, AgentSnapshot.Builder snapshot) {
        Quest quest = mQuest.get(agent);
        if (quest != null && !quest.stages.isEmpty()) {
            snapshot.goal(quest.stages.get(0).aim, 0);
        }
    }
}
// [end]
