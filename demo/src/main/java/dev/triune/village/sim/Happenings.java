/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.apply.DecisionListener;
import dev.triune.autonomic.ReflexListener;
import dev.triune.autonomic.Trigger;
import dev.triune.behavior.BehaviorListener;
import dev.triune.clock.GameClock;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.plan.Step;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.StandTogether;
import dev.triune.village.talk.TalkListener;
import dev.triune.village.talk.TalkSystem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Passes on what minds do: words to the listeners in the village, news to the narrator. */
final class Happenings implements DecisionListener, ReflexListener, BehaviorListener, TalkListener {
    private final Narrator narrator;
    private final Metrics metrics;
    private final StuckWatch watch;
    private final Outages outages;
    private final GameClock clock;
    private final Map<Integer, List<Step>> plans = new HashMap<>();
    private final Map<String, Long> failedSteps = new TreeMap<>();
    private @Nullable TalkSystem talking;
    private @Nullable DiarySystem diaries;

    Happenings(
            Narrator narrator,
            Metrics metrics,
            StuckWatch watch,
            Outages outages,
            GameClock clock) {
        this.narrator = narrator;
        this.metrics = metrics;
        this.watch = watch;
        this.outages = outages;
        this.clock = clock;
    }

    /** Where words and deeds go; known once the world is built. */
    void speakThrough(TalkSystem system, DiarySystem diary) {
        this.talking = system;
        system.onTalk(this);
        this.diaries = diary;
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        if (place == 0) {
            metrics.firstStepQueued(ticket);
        }
        plans.computeIfAbsent(agent, none -> new ArrayList<>()).add(step);
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        String to = talking == null ? "" : talking.say(agent, text);
        narrator.says(agent, to, text);
    }

    @Override
    public void ended(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        metrics.settled(ticket, outcome);
        List<Step> plan = plans.remove(agent);
        if (plan != null) {
            narrator.plans(agent, layer, plan);
        }
        outages.ended(outcome, clock.tick());
    }

    @Override
    public void began(int agent, Trigger reflex, String interrupted) {
        if (!reflex.pastime() && !reflex.behavior().equals(StandTogether.BEHAVIOR)) {
            String cause = reflex.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            narrator.reflex(agent, reflex.behavior(), cause, interrupted);
        }
    }

    @Override
    public void stepDone(int agent, Step step) {
        watch.progressed(agent);
        if (diaries != null) {
            diaries.note(agent, step.type());
        }
        if (step.type().equals("talk")) {
            narrator.says(agent, step.text("to"), step.text("text"));
        } else if (step.type().equals("call_meeting")) {
            narrator.says(agent, "everybody", step.text("about"));
        }
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        failedSteps.merge(step.type(), 1L, Long::sum);
        narrator.fails(agent, step, reason);
    }

    /** How many steps failed, by their type. */
    Map<String, Long> failedSteps() {
        return Collections.unmodifiableMap(failedSteps);
    }

    /** Who talks stands still and yet is not stuck. */
    @Override
    public void turn(int speaker, int[] listeners, String text) {
        if (speaker != PLAYER) {
            watch.progressed(speaker);
        }
        for (int listener : listeners) {
            if (listener != PLAYER) {
                watch.progressed(listener);
            }
        }
    }
}
