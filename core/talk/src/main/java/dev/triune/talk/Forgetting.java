/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.internal.inject.GameObjects;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.SavedState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds what the minds of a world keep of a player, and removes it: all that names the player, comes
 * from the player, or quotes the player. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class Forgetting {
    /** The number of words in a row that make a quotation. */
    private static final int QUOTED = 4;

    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final TalkContext context;
    private final Participants people;
    private final OpenConversations open;

    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Goals> mGoals;
    private ComponentMapper<BehaviorQueue> mQueue;

    /** A text that is kept somewhere. */
    private record Trace(String where, String text, Runnable removal) {}

    /** What tells texts about a player from others. */
    static final class About implements Predicate<String> {
        private final String name;
        private final Pattern named;
        private final Set<String> lines = new HashSet<>();
        private final Set<String> quotations = new HashSet<>();

        /** The name may be that of an agent too: then only quotations tell. */
        About(String name, boolean shared) {
            this.name = name;
            this.named = Pattern.compile(
                    shared
                            ? "(?!)"
                            : "(?<![\\p{L}\\p{N}])" + Pattern.quote(name)
                                    + "(?:['\u2019]?s)?(?![\\p{L}\\p{N}])",
                    Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        }

        boolean is(String other) {
            return name.equals(other);
        }

        void said(String line) {
            List<String> words = words(line);
            if (!words.isEmpty()) {
                lines.add(String.join(" ", words));
                quotations.addAll(rows(words));
            }
        }

        private static List<String> words(String text) {
            List<String> words = new ArrayList<>();
            for (String word : SEPARATOR.split(text.toLowerCase(Locale.ROOT), -1)) {
                if (!word.isEmpty()) {
                    words.add(word);
                }
            }
            return words;
        }

        private static List<String> rows(List<String> words) {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i + QUOTED <= words.size(); i++) {
                rows.add(String.join(" ", words.subList(i, i + QUOTED)));
            }
            return rows;
        }

        @Override
        public boolean test(String text) {
            if (text.isEmpty() || named.matcher(text).find()) {
                return !text.isEmpty();
            }
            List<String> words = words(text);
            return lines.contains(String.join(" ", words))
                    || rows(words).stream().anyMatch(quotations::contains);
        }
    }

    Forgetting(TalkContext context, OpenConversations open) {
        this.context = context;
        this.people = context.people();
        this.open = open;
        context.world().inject(this);
    }

    /** Returns what is kept of a player, each with the place where. */
    List<String> export(String player) {
        About about = about(player);
        List<String> all = new ArrayList<>();
        traces(about).forEach(trace -> all.add(trace.where + ": " + trace.text));
        for (SavedState state : states()) {
            state.textsAbout(about).forEach(text -> all.add(state.stateName() + ": " + text));
        }
        return all;
    }

    /** Returns what tells texts about a player from others, by what the player has said so far. */
    About about(String player) {
        About about = new About(player, people.isNameOfAgent(player));
        for (Transcript talk : open.all) {
            for (Utterance line : talk.lines) {
                if (line.fromPlayer() && about.is(line.speaker())) {
                    about.said(line.text());
                }
            }
        }
        for (int agent : agents()) {
            Journal journal = mJournal.get(agent);
            Journal.Acquaintance met = journal == null ? null : journal.acquaintance(player);
            if (met != null) {
                about.said(met.firstWords);
                met.lines.stream().filter(line -> !line.own).forEach(line -> about.said(line.text));
            }
            Memory memory = mMemory.get(agent);
            if (memory != null) {
                memory.episodes.stream()
                        .filter(each -> about.is(each.source))
                        .forEach(each -> about.said(each.text));
            }
            Senses senses = people.mSenses.get(agent);
            if (senses != null) {
                senses.heard().stream()
                        .filter(speech -> about.is(speech.speaker()))
                        .forEach(speech -> about.said(speech.text()));
            }
        }
        return about;
    }

    /**
     * Removes what is kept of a player who has left all conversations, and cancels requests whose
     * prompts may tell of the player.
     */
    void forget(About about) {
        for (int agent : agents()) {
            forgetRequest(agent);
        }
        open.effects.dispose(); // cancels summaries
        List<Trace> found = traces(about);
        found.forEach(trace -> trace.removal.run());
        for (SavedState state : states()) {
            state.forget(about);
        }
    }

    private void forgetRequest(int agent) {
        LLMSchedulerSystem scheduler = context.scheduler();
        Mind mind = people.mMind.get(agent);
        if (!scheduler.getSubscription().getActiveEntityIds().get(agent)) {
            return; // it has not asked yet
        }
        if (mind.ticket != 0 && !mind.held) {
            scheduler.hold(agent); // cancels its request
            mind.held = false;
            scheduler.markDirty(agent);
        }
        if (scheduler.inspect(agent).history().recorded()) {
            scheduler.record(agent, false);
            scheduler.record(agent, true);
        }
        TalkState state = people.find(agent);
        if (state != null) {
            state.gists.clear();
        }
    }

    private int[] agents() {
        IntBag all = people.agents();
        int[] copy = new int[all.size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = all.get(i);
        }
        return copy;
    }

    private List<SavedState> states() {
        List<SavedState> states = new ArrayList<>();
        World world = context.world();
        for (BaseSystem system : world.getSystems()) {
            if (system instanceof SavedState state) {
                states.add(state);
            }
        }
        return states;
    }

    // ---- where texts are

    private List<Trace> traces(About about) {
        List<Trace> found = new ArrayList<>();
        for (Transcript talk : open.all) {
            addTranscript(talk, about, found);
        }
        for (int agent : agents()) {
            String name = people.nameOf(agent);
            addMemory(name + ", memory", mMemory.get(agent), about, found);
            addJournal(name + ", journal", mJournal.get(agent), about, found);
            addTalk(name + ", talk", people.find(agent), about, found);
            addSenses(name + ", senses", people.mSenses.get(agent), about, found);
            addAims(name + ", aims", agent, about, found);
        }
        return found;
    }

    private static void addTranscript(Transcript talk, About about, List<Trace> found) {
        addLines("conversation", talk.lines, about, found);
        for (int i = 0; i + 2 < talk.promises.size(); i += 3) {
            List<String> triple = List.copyOf(talk.promises.subList(i, i + 3));
            if (triple.stream().anyMatch(about)) {
                found.add(new Trace("conversation", String.join(" ", triple), () -> {
                    int at = Collections.indexOfSubList(talk.promises, triple);
                    talk.promises.subList(at, at + 3).clear();
                }));
            }
        }
    }

    private static void addLines(
            String where, List<Utterance> lines, About about, List<Trace> found) {
        addAll(
                where,
                lines,
                line -> (about.is(line.speaker()) && line.fromPlayer())
                        || about.is(line.to())
                        || about.test(line.text()),
                Utterance::toString,
                found);
    }

    private static <T> void addAll(
            String where,
            List<T> all,
            Predicate<T> matches,
            Function<T, String> words,
            List<Trace> found) {
        for (T each : all) {
            if (matches.test(each)) {
                found.add(new Trace(where, words.apply(each), () -> removeSame(all, each)));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // equal ones are found themselves
    private static <T> void removeSame(List<T> all, T one) {
        all.removeIf(each -> each == one);
    }

    private static void addMemory(
            String where, @Nullable Memory memory, About about, List<Trace> found) {
        if (memory == null) {
            return;
        }
        addAll(
                where,
                memory.episodes,
                each -> about.is(each.source)
                        || about.is(each.earlierSource)
                        || about.test(each.text)
                        || about.test(each.about)
                        || about.test(each.earlier)
                        || about.test(each.because),
                each -> each.text,
                found);
        addAll(
                where,
                memory.relations,
                each -> about.is(each.name) || about.test(each.words),
                each -> each.name + ": " + each.liking + " " + each.words,
                found);
    }

    private static void addJournal(
            String where, @Nullable Journal journal, About about, List<Trace> found) {
        if (journal == null) {
            return;
        }
        addAll(
                where,
                journal.deeds,
                deed -> about.test(deed.step.toString())
                        || about.test(deed.note)
                        || about.test(deed.place),
                deed -> deed.step + " " + deed.note,
                found);
        addAll(
                where,
                journal.agreements,
                each -> about.is(each.with)
                        || about.test(each.request)
                        || about.test(each.answer)
                        || about.test(each.what)
                        || about.test(each.reason),
                each -> each.with + ": " + each.request + " / " + each.answer + " / " + each.what,
                found);
        for (Journal.Acquaintance person : journal.people) {
            if (!about.is(person.name)) {
                addAll(
                        where,
                        person.lines,
                        line -> about.test(line.text),
                        line -> line.text,
                        found);
                addText(where, person.firstWords, about, () -> person.firstWords = "", found);
                addText(where, person.role, about, () -> person.role = "", found);
            } else {
                person.lines.forEach(line -> found.add(new Trace(where, line.text, () -> {})));
            }
        }
        addAll(
                where,
                journal.people,
                person -> about.is(person.name),
                person -> person.name + " " + person.role,
                found);
        addText(where, journal.reason, about, () -> journal.reason = "", found);
        addText(where, journal.reasonAhead, about, () -> journal.reasonAhead = "", found);
    }

    private static void addText(
            String where, String text, About about, Runnable removal, List<Trace> found) {
        if (about.test(text)) {
            found.add(new Trace(where, text, removal));
        }
    }

    private static void addTalk(
            String where, @Nullable TalkState state, About about, List<Trace> found) {
        if (state == null) {
            return;
        }
        addLines(where, state.owed, about, found);
        addLines(where, state.calledOut, about, found);
        addText(where, state.named, about, () -> state.named = "", found);
        addText(where, state.later, about, () -> state.later = "", found);
    }

    private static void addSenses(
            String where, @Nullable Senses senses, About about, List<Trace> found) {
        if (senses == null) {
            return;
        }
        for (Speech speech : List.copyOf(senses.heard())) {
            if (about.is(speech.speaker()) || about.test(speech.text())) {
                found.add(new Trace(
                        where,
                        speech.toString(),
                        () -> senses.forgetHeard(each -> each.equals(speech))));
            }
        }
    }

    private void addAims(String where, int agent, About about, List<Trace> found) {
        Goals goals = mGoals.get(agent);
        if (goals != null) {
            addAll(
                    where,
                    goals.goals,
                    goal -> about.test(goal.description),
                    goal -> goal.description,
                    found);
            addAll(where, goals.ended, about, words -> words, found);
            addAll(where, goals.priorities, about, words -> words, found);
        }
        Mind mind = people.mMind.get(agent);
        for (Layer layer : Layer.values()) {
            for (String trouble : List.copyOf(mind.troubles(layer))) {
                addText(
                        where,
                        trouble,
                        about,
                        () -> mind.forgetTroubles(layer, List.of(trouble)),
                        found);
            }
        }
        BehaviorQueue queue = mQueue.get(agent);
        for (QueuedStep step :
                queue == null ? List.<QueuedStep>of() : List.copyOf(queue.wholePlan())) {
            addPlan(where, agent, queue, step, about, found);
        }
        for (QueuedStep step : queue == null ? List.<QueuedStep>of() : List.copyOf(queue.ahead())) {
            addPlan(where, agent, queue, step, about, found);
        }
    }

    /** Adds a step: the whole plan is given up for it, as what is left of it makes no sense. */
    private void addPlan(
            String where,
            int agent,
            BehaviorQueue queue,
            QueuedStep step,
            About about,
            List<Trace> found) {
        if (about.test(step.toString()) || about.test(step.reason)) {
            found.add(new Trace(where, step.toString(), () -> {
                GameObjects.required(context.world(), DecisionApplySystem.class).cancelPlan(agent);
                queue.steps.removeIf(
                        each -> about.test(each.toString()) || about.test(each.reason));
            }));
        }
    }
}
