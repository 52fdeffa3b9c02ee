/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.action.Step;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.ConversationListener.ConversationEffect.Information;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.ConversationListener.ConversationEffect.Promise;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the effects of conversations into memories. Game thread only. */
final class EffectWriter {
    private static final int NOBODY = -1;

    private static final int MAX_PROMISES = 16;
    private static final int MAX_EFFECTS = 64;
    /** What agents like each other more by; not players, who could be liked for any words. */
    private static final float LIKING_PER_TALK = 0.02f;

    private static final int BY_NAME = -1;

    /** Of an effect that is in the journals already. */
    private static final int WRITTEN = -2;

    /** An effect and the agent that it is for; the game's own effects name their agents only. */
    private record Due(ConversationEffect effect, int receiver) {}

    /** A participant; agents may share a name, but no serial. That of players is 0. */
    private record Speaker(String name, long serial) {
        static Speaker of(Utterance line) {
            return new Speaker(line.speaker(), line.serial());
        }

        boolean isPlayer() {
            return serial == 0;
        }
    }

    private final GameClock clock;
    private final TalkJournal journal;
    private final ConversationConfig config;
    private final Participants people;
    private final ConversationListener listener;
    private final ComponentMapper<Memory> mMemory;
    private final @Nullable Summaries summaries;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    EffectWriter(TalkContext context, TalkJournal journal, Gatekeeper gate) {
        this.journal = journal;
        this.clock = context.clock();
        this.config = context.config();
        this.people = context.people();
        this.listener = context.listener();
        this.mMemory = context.world().getMapper(Memory.class);
        faults.join(context.world());
        String model = config.summaryModel();
        this.summaries = model == null
                ? null
                : new Summaries(
                        clock,
                        context.broker(),
                        people,
                        mMemory,
                        config.tenant(),
                        model,
                        context.wording(),
                        gate);
    }

    /** Cancels pending summaries: the world is gone. */
    void dispose() {
        if (summaries != null) {
            summaries.cancelAll();
        }
    }

    /** Records what an agent promises in answer to somebody: a step that it chose, or words. */
    void recordPromise(Transcript talk, int agent, String what) {
        long serial = people.serialOf(agent);
        for (int i = talk.lines.size() - 1; i >= 0; i--) {
            Utterance line = talk.lines.get(i);
            boolean own = line.serial() == serial && !line.fromPlayer();
            if (own && !line.to().isEmpty() && talk.promises.size() < MAX_PROMISES * 3) {
                talk.promises.addAll(List.of(line.speaker(), line.to(), what));
            }
            if (own) {
                return;
            }
        }
    }

    static String words(Step step) {
        String type = step.type();
        return type.replace('_', ' ') + step.toString().substring(type.length());
    }

    /** Applies the effects of a conversation that ends. */
    void apply(Transcript talk) {
        for (Due due : effects(talk)) {
            write(due, talk.agents);
            listener.effect(due.effect);
        }
        if (summaries != null) {
            summaries.request(talk);
        }
    }

    /** Applies the effects on an agent that leaves a conversation early. */
    void applyTo(int agent, Transcript talk) {
        if (!people.isAgent(agent)) {
            return;
        }
        IntBag leaver = new IntBag(1);
        leaver.add(agent);
        String name = people.nameOf(agent);
        for (Due due : effects(talk)) {
            write(due, leaver);
            boolean isForLeaver = due.receiver == BY_NAME
                    ? isReceivedBy(name, due.effect)
                    : due.receiver == agent;
            if (isForLeaver) {
                listener.effect(due.effect); // promises are reported once, at the end
            }
        }
    }

    private static boolean isReceivedBy(String name, ConversationEffect effect) {
        return effect instanceof Information information
                ? information.to().equals(name)
                : effect instanceof LikingChange liking && liking.of().equals(name);
    }

    /** Writes an effect, which may be the game's, into memories; logs an exception. */
    private void write(Due due, IntBag agents) {
        try {
            apply(due, agents);
        } catch (Throwable e) { // must not end the tick
            faults.report("effect", due.effect, NOBODY, e);
        }
    }

    /** Writes an effect into the memories of the agents that it concerns. */
    private void apply(Due due, IntBag agents) {
        if (due.receiver == WRITTEN) {
            return;
        }
        if (due.effect instanceof Promise promise) {
            journal.promised(agents, promise.from(), promise.to(), promise.what());
        } else if (due.effect instanceof Information information) {
            Memory memory = memoryOf(agents, information.to(), due.receiver);
            remember(
                    memory,
                    information.what(),
                    information.kind(),
                    information.score(),
                    information.from());
        } else if (due.effect instanceof LikingChange liking) {
            Memory memory = memoryOf(agents, liking.of(), due.receiver);
            if (memory != null && !liking.whom().isBlank()) {
                memory.relate(liking.whom(), "", liking.now());
            }
        }
    }

    private List<Due> effects(Transcript talk) {
        ConversationConfig.EffectRules rules = config.effects();
        if (rules == null) {
            return bounded(standardEffects(talk));
        }
        return faults.get(
                "effect rules",
                rules,
                NOBODY,
                () -> bounded(rules.effects(talk).stream()
                        .map(effect -> new Due(Objects.requireNonNull(effect), BY_NAME))
                        .toList()),
                List.of());
    }

    private static List<Due> bounded(List<Due> all) {
        return all.subList(0, Math.min(MAX_EFFECTS, all.size()));
    }

    private void remember(
            @Nullable Memory memory, String text, String kind, float score, String source) {
        if (memory != null) {
            memory.remember(new Episode(text, kind, score, clock.tick(), source));
        }
    }

    private @Nullable Memory memoryOf(IntBag agents, String name, int receiver) {
        for (int i = 0; i < agents.size(); i++) {
            int agent = agents.get(i);
            boolean isMeant = receiver == BY_NAME || receiver == agent;
            if (isMeant && people.isAgent(agent) && people.nameOf(agent).equals(name)) {
                return mMemory.get(agent);
            }
        }
        return null;
    }

    private List<Due> standardEffects(Transcript talk) {
        List<Due> all = new ArrayList<>();
        talk.promises().forEach(promise -> all.add(new Due(promise, WRITTEN)));
        Set<Speaker> speakers = new LinkedHashSet<>();
        talk.lines.forEach(line -> speakers.add(Speaker.of(line)));
        for (int i = 0; i < talk.agents.size(); i++) {
            if (talk.settled && people.isAgent(talk.agents.get(i))) {
                speakers.add(speaker(talk.agents.get(i)));
            }
        }
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            if (people.isAgent(agent) && speakers.contains(speaker(agent))) {
                addEffectsFor(talk, agent, speakers, all);
            }
        }
        return all;
    }

    private Speaker speaker(int agent) {
        return new Speaker(people.nameOf(agent), people.serialOf(agent));
    }

    private void addEffectsFor(Transcript talk, int agent, Set<Speaker> speakers, List<Due> all) {
        Speaker own = speaker(agent);
        List<Utterance> heard = people.heard(agent, talk);
        for (Speaker other : speakers) {
            boolean present =
                    talk.settled || heard.stream().map(Speaker::of).anyMatch(other::equals);
            if (other.equals(own) || !present) {
                continue;
            }
            String statement = talk.settled ? "" : lastStatement(heard, other, own.name);
            if (!statement.isEmpty()) {
                all.add(new Due(new Information(other.name, own.name, statement), agent));
            }
            Memory memory = other.isPlayer() ? null : mMemory.get(agent);
            if (memory != null) {
                float before = memory.relation(other.name)
                        .map((Relation known) -> known.liking)
                        .orElse(0f);
                float now = Math.min(1, before + LIKING_PER_TALK);
                if (now > before) {
                    all.add(new Due(
                            new LikingChange(own.name, other.name, now - before, now), agent));
                }
            }
        }
    }

    /** Returns the last line from one to another that is more than a greeting. */
    private static String lastStatement(List<Utterance> lines, Speaker from, String to) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            Utterance line = lines.get(i);
            boolean meant = line.to().isEmpty() || line.to().equals(to);
            if (meant
                    && line.isStatement()
                    && line.serial() == from.serial
                    && line.speaker().equals(from.name)) {
                return line.text();
            }
        }
        return "";
    }
}
