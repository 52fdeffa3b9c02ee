/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationListener;
import dev.triune.habit.Habit;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.Trigger;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.StandAndTalkReflex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Forwards events of minds to the listeners of the village, and news to the narrator. */
final class MindEventRelay implements MindListener, ConversationListener {
    private final VillageListener listener;
    private final LatencyMetrics metrics;
    private final StuckDetector stuckDetector;
    private final FailureLog outages;
    private final GameClock clock;
    private final Map<Integer, List<Step>> plans = new HashMap<>();
    private final Map<String, Long> failedSteps = new TreeMap<>();
    private @Nullable DiarySystem diaries;
    private @Nullable ComponentMapper<Conversation> mConversation;

    MindEventRelay(
            VillageListener villageListener,
            LatencyMetrics latencyMetrics,
            StuckDetector stuckDetector,
            FailureLog failureLog,
            GameClock clock) {
        this.listener = villageListener;
        this.metrics = latencyMetrics;
        this.stuckDetector = stuckDetector;
        this.outages = failureLog;
        this.clock = clock;
    }

    /** Connects the systems of a world once it is built. */
    void connect(World world) {
        this.diaries = world.getSystem(DiarySystem.class);
        this.mConversation = world.getMapper(Conversation.class);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        if (place == 0) {
            metrics.firstStepQueued(ticket);
        }
        plans.computeIfAbsent(agent, none -> new ArrayList<>()).add(step);
    }

    @Override
    public void spoke(int agent, Utterance line) {
        listener.villagerSpoke(agent, line.to(), line.text());
        stuckDetector.recordProgress(agent); // talking villagers stand still but are not stuck
        if (mConversation != null) {
            IntBag partners = mConversation.get(agent).partners;
            for (int i = 0; i < partners.size(); i++) {
                stuckDetector.recordProgress(partners.get(i));
            }
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        metrics.answerApplied(ticket, outcome);
        List<Step> plan = plans.remove(agent);
        if (plan != null) {
            listener.planMade(agent, layer, plan);
        }
        outages.ended(outcome, clock.tick());
    }

    @Override
    public void habitUsed(int agent, Habit habit, List<Step> steps) {
        listener.habitFollowed(agent, steps);
    }

    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        if (!reflex.pastime() && !reflex.behavior().equals(StandAndTalkReflex.BEHAVIOR)) {
            String cause = reflex.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            listener.reflexBegan(agent, reflex.behavior(), cause, interrupted);
        }
    }

    @Override
    public void stepDone(int agent, Step step) {
        stuckDetector.recordProgress(agent);
        if (diaries != null) {
            diaries.note(agent, step.type());
        }
        if (step.type().equals("call_meeting")) {
            listener.villagerSpoke(agent, "everybody", step.text("about"));
        }
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        failedSteps.merge(step.type(), 1L, Long::sum);
        listener.stepFailed(agent, step, reason);
    }

    /** Returns the number of failed steps by type. */
    Map<String, Long> failedSteps() {
        return Collections.unmodifiableMap(failedSteps);
    }
}
