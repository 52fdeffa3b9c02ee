/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.talk.ConversationListener;
import dev.triune.talk.Utterance;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.StandAndTalkReflex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Forwards events of minds to the listeners of the village, and news to the narrator. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class MindEventRelay implements MindListener, ConversationListener {
    private final VillageWorld parts;
    private final VillageListener listener;
    private final Map<Integer, StreamedPlan> plans = new HashMap<>();
    private final Map<String, Long> failedSteps = new TreeMap<>();

    private DiarySystem diaries;
    private ComponentMapper<Conversation> mConversation;

    MindEventRelay(VillageWorld parts, VillageListener listener) {
        this.parts = parts;
        this.listener = listener;
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        if (place == 0) {
            parts.latencyMetrics.firstStepQueued(ticket);
        }
        plans.computeIfAbsent(agent, none -> new StreamedPlan()).steps.add(step);
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        parts.stories.refused(agent, step);
    }

    @Override
    public void spoke(int agent, Utterance line) {
        String text = line.text() + (line.brokenOff() ? " —" : "");
        listener.villagerSpoke(agent, line.to(), text, sourceOf(line));
        parts.stuckDetector.recordProgress(
                agent); // talking villagers stand still but are not stuck
        IntBag partners = mConversation.get(agent).partners;
        for (int i = 0; i < partners.size(); i++) {
            parts.stuckDetector.recordProgress(partners.get(i));
        }
    }

    private static String sourceOf(Utterance line) {
        String model = line.model().isEmpty() ? "a model" : line.model();
        return switch (line.origin()) {
            case PLAYER -> "";
            case MODEL -> model;
            case HABIT -> "habit: a line said before";
            case RULE -> "rule of the village";
            case LINE -> "written line, chosen by " + model;
            case GAME -> "line of the village";
            case BARK -> "called out for the village";
            case GATE -> "changed by the gate; from " + model;
        };
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        parts.latencyMetrics.answerApplied(ticket, outcome);
        StreamedPlan plan = plans.remove(agent);
        if (plan != null) {
            listener.planMade(agent, layer, plan.steps);
            plan.failures.forEach(Runnable::run);
        }
        parts.failureLog.ended(outcome, parts.clock.tick());
    }

    @Override
    public void planOrdered(int agent, String origin, List<Step> steps) {
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
        parts.stuckDetector.recordProgress(agent);
        diaries.note(agent, step.type());
        if (step.type().equals("call_meeting")) {
            listener.villagerSpoke(agent, "everybody", step.text("about"), "words of a plan");
        }
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        failedSteps.merge(step.type(), 1L, Long::sum);
        StreamedPlan plan = plans.get(agent);
        if (plan == null) {
            listener.actionFailed(agent, step, reason);
        } else {
            plan.failures.add(() -> listener.actionFailed(agent, step, reason));
        }
    }

    /** Returns the number of failed steps by type. */
    Map<String, Long> failedSteps() {
        return Collections.unmodifiableMap(failedSteps);
    }

    /** The steps of an answer that has not ended, and failures to be told after the plan. */
    private static final class StreamedPlan {
        final List<Step> steps = new ArrayList<>();
        final List<Runnable> failures = new ArrayList<>();
    }
}
