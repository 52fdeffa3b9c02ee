/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.quest;

// [sample]
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import dev.triune.MindContext;
import dev.triune.MindListener;
import dev.triune.MindModule;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptPart;
import dev.triune.system.DecisionApplySystem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Leads agents through quests: orders the plan of one stage after the other. */
final class QuestDirector extends BaseSystem implements MindModule, MindListener, PromptPart {
    /** A stage: what the agent is told that it wants, and how it is done. */
    record Stage(String aim, List<Step> plan) {}

    private final Map<Integer, Deque<Stage>> quests = new HashMap<>();
    private final Set<Integer> due = new TreeSet<>(); // agents, in a fixed order
    private DecisionApplySystem decisions; // Artemis fills in both
    private ComponentMapper<BehaviorQueue> queues;

    /** Begins a quest; called by the game. */
    void begin(int agent, Stage... stages) {
        quests.put(agent, new ArrayDeque<>(List.of(stages)));
        due.add(agent);
    }

    @Override
    public void install(MindContext minds) {
        minds.beforeThinking(this);
        minds.listener(this);
        minds.prompts(this);
    }

    @Override
    protected void processSystem() {
        for (int agent : due) {
            decisions.order(agent, quests.get(agent).element().plan());
            queues.get(agent).undisturbed = true; // no model plans until the stage is done
        }
        due.clear();
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        quests.remove(agent); // from now on the agent plans for itself
    }

    @Override
    public void queueDone(int agent) {
        Deque<Stage> quest = quests.getOrDefault(agent, new ArrayDeque<>());
        if (quest.poll() != null && !quest.isEmpty()) {
            due.add(agent);
        }
    }

    @Override
    public void describe(int agent, AgentSnapshot.Builder snapshot) {
        quests.getOrDefault(agent, new ArrayDeque<>()).stream()
                .limit(1)
                .forEach(stage -> snapshot.goal(stage.aim(), 0));
    }
}
// [end]
