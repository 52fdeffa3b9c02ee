/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.SpeechFilter;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Player;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Prompt;
import dev.triune.llm.Ticket;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.SpeechContext;
import dev.triune.talk.SpeechGate.Use;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The one place that all words pass before anybody hears them. A line can be concluded, called out or
 * recorded only as {@link Passed}, which nobody else makes.
 *
 * <pre>
 *   pieces of an answer ──► clean ──► not said before? ──► sentence by sentence: gate ──► heard
 *   words of the game, of habits, of players ─────────────────────────────────► gate ──► heard
 * </pre>
 *
 * <p>An answer whose sentence waits for a verdict waits with all that follows it, steps and end
 * included. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // set when the world is built
final class Gatekeeper implements SpeechFilter {
    private static final Logger LOG = Logger.getLogger(Gatekeeper.class.getName());

    /** The shown words of a line that has only gestures. */
    private static final String NO_WORDS = "\u2026";

    private static final String SAID_BEFORE =
            "you said that before (say something else, or nothing)";

    /** The number of its own lines that an agent does not say again. */
    private static final int KEPT = 10;

    /** The length from which a line counts as said again: the gist of more than a greeting. */
    private static final int SHORTEST_GIST = 16;

    /** The words of a line that may be heard. */
    static final class Passed {
        final String text;
        final Origin origin;
        final List<String> gestures;

        /** Why nothing of the model's words is among them; empty if something is. */
        final String stopped;

        /** The model that wrote them, and the digest of its prompt; empty if none did. */
        final String model;

        final String prompt;

        private Passed(String text, Origin origin) {
            this(text, origin, List.of(), "", "", "");
        }

        private Passed(
                String text,
                Origin origin,
                List<String> gestures,
                String stopped,
                String model,
                String prompt) {
            this.text = text;
            this.origin = origin;
            this.gestures = gestures;
            this.stopped = stopped;
            this.model = model;
            this.prompt = prompt;
        }

        boolean isEmpty() {
            return text.isEmpty();
        }
    }

    /** The number of players whose first contact is remembered. */
    private static final int MOST_MET = 4_096;

    /** What has passed so far of an answer. */
    private static final class Answer {
        final StringBuilder raw = new StringBuilder();
        final StringBuilder said = new StringBuilder();
        List<String> gestures = new ArrayList<>(0);

        /** How much of the said words the listeners know. */
        int told;

        /** The clean words that have been judged. */
        String judged = "";

        boolean stopped;
        boolean replaced;

        /** The written line that it chose; empty for none. */
        String line = "";

        /** Why the gate let nothing of it pass; empty if it did. */
        String reason = "";

        /** How much of the piece that waits is among the raw words. */
        int taken;

        /** The sentences behind what is judged of which a verdict was asked for. */
        final Deque<Judged> asked = new ArrayDeque<>(0);

        /** Where the last of these ends in the clean words. */
        int askedTo;

        /** The verdict about a text that is not said. */
        @Nullable
        Judged text;

        String model = "";

        @Nullable
        Prompt prompt;

        /** The digest of the prompt; empty until it is asked for. */
        private String digest = "";

        @Nullable
        SpeakerLabels labels;

        /** What may be known of its texts that are not said. */
        final Map<String, String> texts = new HashMap<>(0);

        String digest() {
            if (digest.isEmpty() && prompt != null) {
                digest = prompt.digest();
            }
            return digest;
        }
    }

    /** The most sentences of a line that are judged at the same time. */
    private static final int MOST_ASKED = 16;

    /** A verdict that may be to come. */
    private static final class Judged {
        final SpeechContext line;
        final CompletableFuture<Verdict> verdict;
        final long deadline;

        @Nullable
        Verdict known;

        Judged(SpeechContext line, CompletableFuture<Verdict> verdict, long deadline) {
            this.line = line;
            this.verdict = verdict;
            this.deadline = deadline;
        }
    }

    /** The maximum number of texts for memories that wait for a verdict. */
    private static final int MOST_REMEMBERED = 64;

    /** A text for a memory that the gate judges. */
    private record Remembered(Judged text, Consumer<String> memory) {}

    private final Map<Long, Answer> answers = new HashMap<>();

    /** The texts for memories whose verdict is still to come. */
    final Queue<Remembered> remembered = new ArrayDeque<>(0);

    /** The players who have heard words of a model. */
    final Set<String> met = new LinkedHashSet<>();

    private final GameFaults faults = new GameFaults(ConversationConfig.class);
    private TalkContext context;
    private Participants people;
    private EntitySubscription players;
    private @Nullable SpeechGate gate;
    private Wording wording;
    private long timeoutTicks;
    private boolean started;

    void start(TalkContext talk, Wording sentences) {
        wording = sentences;
        context = talk;
        people = talk.people();
        gate = talk.config().gate();
        timeoutTicks = Math.max(1, talk.clock().ticks(talk.config().gateTimeout()));
        players = talk.world().getAspectSubscriptionManager().get(Aspect.all(Player.class));
        faults.join(talk.world());
        started = true;
    }

    // ---- words of models

    @Override
    public Heard filter(int agent, Layer layer, Source source, Part part, String words) {
        if (!started) {
            return Heard.of(words);
        }
        Use use = useOf(part);
        if (gate == null && use != Use.SAID && use != Use.PROMISE) {
            return Heard.of(words);
        }
        Ticket ticket = source.ticket();
        Answer answer = answers.computeIfAbsent(ticket.number(), none -> new Answer());
        answer.model = source.model();
        answer.prompt = source.prompt();
        if (use != Use.SAID && use != Use.PROMISE) {
            return text(answer, agent, use, words);
        }
        LineCatalog lines = linesOf(agent);
        if (lines != null) {
            return part == Part.LINE && layer == Layer.TALKER
                    ? written(answer, agent, source, words, lines)
                    : Heard.NOTHING;
        }
        if (part == Part.PROMISE) {
            return isHeard(agent, ticket)
                    ? text(answer, agent, use, words)
                    : Heard.refused(wording.say(Text.NOBODY_TO_PROMISE));
        }
        boolean whole = part == Part.LINE;
        if (!whole) {
            Words.append(answer.raw, words.substring(Math.min(answer.taken, words.length())));
            answer.taken = words.length();
        }
        List<String> gestures = new ArrayList<>(0);
        String clean = Words.clean(
                whole ? new StringBuilder(words) : answer.raw,
                labels(answer, agent),
                whole,
                gestures);
        if (gate == null) { // otherwise they are judged with the whole line
            answer.gestures = gestures;
        }
        String gist = context.config().repeats() ? "" : Words.gist(clean);
        boolean mayRepeat = answer.said.length() == 0 && mayRepeat(agent, gist, whole);
        if (mayRepeat) {
            answer.taken = 0;
            return whole ? repeated(agent, ticket) : Heard.NOTHING;
        }
        boolean judged = judge(answer, agent, clean, whole);
        if (!judged || !whole) {
            boolean streams = !whole || answer.raw.length() > 0;
            String added = streams ? answer.said.substring(answer.told) : "";
            answer.told = streams ? answer.said.length() : answer.told;
            answer.taken =
                    judged ? 0 : answer.taken; // else the same piece comes again, perhaps longer
            return judged ? Heard.of(added) : new Heard(added, "", true);
        }
        return Heard.of(concluded(answer, agent, gist, gestures));
    }

    /** Whether somebody would hear what an agent promises. */
    private boolean isHeard(int agent, Ticket ticket) {
        Transcript talk = people.of(agent);
        return talk == null
                ? people.laterHearer(agent, ticket.number(), context.tick()) >= 0
                : talk.size() > 1;
    }

    private SpeakerLabels labels(Answer answer, int agent) {
        String name = people.nameOf(agent);
        List<String> others = others(agent);
        if (answer.labels == null || !answer.labels.isOf(name, others)) {
            answer.labels = new SpeakerLabels(name, others);
        }
        return answer.labels;
    }

    private static Use useOf(Part part) {
        return switch (part) {
            case PIECE, LINE -> Use.SAID;
            case PROMISE -> Use.PROMISE;
            case THOUGHT -> Use.THOUGHT;
            case GOAL -> Use.GOAL;
            case TEXT -> Use.TEXT;
        };
    }

    /** Returns what may be known of a text that is not said; the same text is judged once. */
    private Heard text(Answer answer, int agent, Use use, String words) {
        if (gate == null) {
            return Heard.of(words);
        }
        String known = answer.texts.get(words);
        if (known == null) {
            Verdict verdict = verdict(answer, contextOf(agent, use, words));
            if (verdict == null) {
                return Heard.LATER;
            }
            known = verdict.applyTo(words);
            answer.texts.put(words, known);
        }
        return Heard.of(known);
    }

    @Override
    public void remember(int agent, String words, Consumer<String> memory) {
        if (!started || gate == null || words.isEmpty()) {
            memory.accept(words);
            return;
        }
        Judged text = asked(contextOf(agent, Use.MEMORY, words));
        Verdict verdict = resolved(text);
        if (verdict == null && remembered.size() < MOST_REMEMBERED) {
            remembered.add(new Remembered(text, memory));
            return;
        }
        Verdict now = verdict == null ? context.config().undecided() : verdict;
        memory.accept(logged(text.line, now).applyTo(words));
    }

    /** Passes on texts for memories whose verdict has come. */
    void rememberJudged() {
        for (int left = remembered.size(); left > 0; left--) {
            Remembered waiting = remembered.remove();
            SpeechContext line = waiting.text.line;
            Verdict verdict = resolved(waiting.text);
            if (verdict == null) {
                remembered.add(waiting);
            } else {
                waiting.memory.accept(logged(line, verdict).applyTo(line.text()));
            }
        }
    }

    /** Judges what is new of the clean words; false if a verdict is still to come. */
    private boolean judge(Answer answer, int agent, String clean, boolean whole) {
        if (answer.stopped || !clean.startsWith(answer.judged)) {
            return true; // what was heard stays
        }
        if (gate == null) {
            answer.said.append(clean, answer.judged.length(), clean.length());
            answer.judged = clean;
            return true;
        }
        while (!answer.stopped && answer.judged.length() < clean.length()) {
            int begin = answer.judged.length();
            int end = Words.sentenceEnd(clean, begin);
            if (end < 0 && !whole) {
                return true;
            }
            int place = end < 0 ? clean.length() : end;
            String blank = clean.charAt(begin) == ' ' && answer.said.length() > 0 ? " " : "";
            String sentence = clean.substring(begin, place).strip();
            Verdict verdict = verdict(answer, agent, clean, begin, whole);
            if (verdict == null) {
                return false;
            }
            String heard = verdict.applyTo(sentence);
            boolean fits = answer.said.length() + heard.length() < Words.LINE_LIMIT
                    || heard.equals(sentence);
            answer.stopped = verdict.stops() || !fits;
            answer.replaced |= verdict.replacement != null || verdict.stops();
            answer.reason = verdict.stops() && answer.said.length() == 0 ? verdict.reason : "";
            answer.judged = clean.substring(0, place);
            if (!answer.stopped && !heard.isEmpty()) {
                answer.said.append(blank).append(heard);
            }
            if (!heard.equals(sentence)) {
                answer.asked.clear(); // what follows has other words before it
            }
        }
        return true;
    }

    /**
     * Returns the verdict about the sentence that begins at a place; null while it is to come. Meanwhile
     * those behind it are judged, so that a line waits no longer than its last sentence.
     */
    private @Nullable Verdict verdict(
            Answer answer, int agent, String clean, int begin, boolean whole) {
        answer.askedTo = answer.asked.isEmpty() ? begin : answer.askedTo;
        StringBuilder before = new StringBuilder(answer.said).append(clean, begin, answer.askedTo);
        boolean waits = true;
        while (waits && answer.asked.size() < MOST_ASKED) {
            int from = answer.askedTo;
            int end = Words.sentenceEnd(clean, from);
            waits = from < clean.length() && (end >= 0 || whole);
            if (waits) {
                int to = end < 0 ? clean.length() : end;
                String sentence = clean.substring(from, to).strip();
                answer.asked.add(
                        asked(contextOf(agent, Origin.MODEL, before.toString(), sentence)));
                answer.askedTo = to;
                before.append(clean, from, to);
                waits = resolved(answer.asked.getFirst()) == null;
            }
        }
        Judged first = answer.asked.getFirst();
        Verdict verdict = resolved(first);
        if (verdict == null) {
            return null;
        }
        answer.asked.removeFirst();
        return logged(first.line, verdict);
    }

    /** Returns what is heard of a whole line: the game's words if the gate let none of it pass. */
    private String concluded(Answer answer, int agent, String gist, List<String> gestures) {
        if (gate != null) {
            String said = answer.said.toString();
            gestures.removeIf(gesture -> !gesture.equals(
                    atOnce(contextOf(agent, Origin.MODEL, said, gesture, Use.GESTURE))
                            .applyTo(gesture)));
            answer.gestures = gestures;
        }
        if (answer.said.length() == 0 && answer.replaced) {
            answer.said.append(deflection(agent));
        } else if (answer.said.length() == 0 && !answer.gestures.isEmpty()) {
            answer.said.append(NO_WORDS);
        }
        TalkState state = people.find(agent);
        if (state != null && gist.length() >= SHORTEST_GIST) {
            if (state.gists.size() == KEPT) {
                state.gists.remove(0);
            }
            state.gists.add(gist);
        }
        return answer.said.toString();
    }

    private String deflection(int agent) {
        ConversationConfig.BusyLine line = context.config().deflection();
        TalkState state = people.find(agent);
        String other =
                state == null || state.owed.isEmpty() ? "" : state.owed.get(0).speaker();
        return faults.get("deflection", line, agent, () -> Words.line(line.line(agent, other)), "");
    }

    /** Whether a line, or what it may become, was said before; short ones may be said again. */
    private boolean mayRepeat(int agent, String gist, boolean whole) {
        TalkState state = gist.isEmpty() ? null : people.find(agent);
        if (state == null || (whole && gist.length() < SHORTEST_GIST)) {
            return false;
        }
        for (String said : state.gists) {
            if (whole ? said.equals(gist) : said.startsWith(gist)) {
                return true;
            }
        }
        return false;
    }

    private Heard repeated(int agent, Ticket ticket) {
        return refused(agent, ticket, Silence.of(Cause.REPEATED), SAID_BEFORE);
    }

    private Heard refused(int agent, Ticket ticket, Silence why, String reason) {
        TalkState state = people.create(agent);
        state.refusedIn = ticket.number();
        state.refusal = why;
        return Heard.refused(reason);
    }

    // ---- written lines

    /** Returns the lines that an agent says only; null if it speaks freely. */
    @Nullable
    LineCatalog linesOf(int agent) {
        LineCatalog lines = context.config().lines();
        IntPredicate speakers = context.config().lineSpeakers();
        return lines != null
                        && faults.get(
                                "speakers of written lines",
                                speakers,
                                agent,
                                () -> speakers.test(agent),
                                true)
                ? lines
                : null;
    }

    /** Returns what an agent may say now, by what its model writes; nothing if the game's code fails. */
    Map<String, String> offered(int agent, LineCatalog lines) {
        Mind mind = people.mMind.get(agent);
        // the same when the prompt is written as when its answer comes
        long turn = people.serialOf(agent) + (mind == null ? 0 : mind.lastInvoked(Layer.TALKER));
        String self = people.nameOf(agent);
        return faults.get(
                "written lines",
                lines,
                agent,
                () -> lines.offered(agent, turn, self, addressee(agent)),
                Map.of());
    }

    /** Says the written line that a model has chosen, whole and from the catalog. */
    private Heard written(
            Answer answer, int agent, Source source, String choice, LineCatalog lines) {
        if (answer.line.isEmpty()) {
            String text = LineCatalog.chosen(offered(agent, lines), choice);
            if (text.isEmpty()) {
                Silence why = Silence.of(Cause.UNUSABLE, "no such line");
                return refused(agent, source.ticket(), why, wording.say(Text.NO_SUCH_LINE));
            }
            answer.line = text;
        }
        Verdict verdict = gate == null
                ? Verdict.pass()
                : verdict(answer, contextOf(agent, Origin.LINE, "", answer.line));
        if (verdict == null) {
            return Heard.LATER;
        }
        String heard = verdict.applyTo(answer.line);
        answer.replaced = !heard.equals(answer.line);
        answer.reason = verdict.reason;
        return Heard.of(heard.isEmpty() ? deflection(agent) : heard);
    }

    /** Returns the name of whom an agent would answer. */
    String addressee(int agent) {
        TalkState state = people.find(agent);
        if (state != null && !state.owed.isEmpty()) {
            return state.owed.get(0).speaker();
        }
        List<String> others = others(agent);
        return others.isEmpty() ? wording.say(Text.SOMEBODY) : others.get(0);
    }

    // ---- where words come from

    /** Returns the words of an agent's answer that listeners were told, as a line. */
    Passed ofAnswer(String text, long ticket) {
        Answer answer = answers.get(ticket);
        return answer == null
                ? new Passed(text, Origin.MODEL)
                : new Passed(
                        text,
                        answer.replaced
                                ? Origin.GATE
                                : answer.line.isEmpty() ? Origin.MODEL : Origin.LINE,
                        List.copyOf(answer.gestures),
                        answer.reason,
                        answer.model,
                        answer.digest());
    }

    /** Returns why the gate let nothing of an answer pass; empty if it did, or has ended. */
    String stopped(long ticket) {
        Answer answer = answers.get(ticket);
        return answer == null ? "" : answer.reason;
    }

    /** Returns the words of a line that passed before the world was saved. */
    Passed loaded(Utterance line) {
        return new Passed(
                line.text(), line.origin(), line.gestures(), "", line.model(), line.promptDigest());
    }

    /** Acts on the end of an answer, and forgets it. */
    void ended(Ticket ticket, Runnable end) {
        try {
            end.run();
        } finally {
            answers.remove(ticket.number());
        }
    }

    // ---- words of players and of the game

    /** Lets an agent say words that no model wrote for this line, as far as the gate allows. */
    Passed pass(int agent, Origin origin, String text) {
        if (gate == null || text.isEmpty()) {
            return new Passed(text, origin);
        }
        Verdict verdict = atOnce(contextOf(agent, origin, "", text));
        String heard = verdict.applyTo(text);
        return new Passed(heard, heard.equals(text) ? origin : Origin.GATE);
    }

    /** Judges a player's line: null if a verdict is still to come, which the future completes. */
    Verdict judge(int body, String player, int agent, String text) {
        if (gate == null) {
            return Verdict.pass();
        }
        List<String> hearers = new ArrayList<>(hearers(agent));
        hearers.add(people.nameOf(agent));
        return ask(
                new SpeechContext(body, player, Origin.PLAYER, hearers, true, "", text, Use.SAID));
    }

    /** Returns the words of a player that the gate has let pass; deeds in them are told as words. */
    Passed ofPlayer(Verdict verdict, String text) {
        String heard = StageDirections.claimed(
                verdict.applyTo(text), deed -> wording.say(Text.ONLY_SAYS, deed));
        return new Passed(Words.line(heard), Origin.PLAYER);
    }

    // ---- the gate

    /** Returns the verdict about a text of an answer; null while it is to come. */
    private @Nullable Verdict verdict(Answer answer, SpeechContext line) {
        Judged judged = answer.text == null ? asked(line) : answer.text;
        Verdict verdict = resolved(judged);
        answer.text = verdict == null ? judged : null;
        return verdict == null ? null : logged(judged.line, verdict);
    }

    private Judged asked(SpeechContext line) {
        Verdict verdict = ask(line);
        return verdict.later == null
                ? new Judged(line, CompletableFuture.completedFuture(verdict), 0)
                : new Judged(line, future(verdict), deadline());
    }

    private @Nullable Verdict resolved(Judged judged) {
        if (judged.known == null) {
            judged.known = resolved(judged.verdict, judged.deadline);
        }
        return judged.known;
    }

    static CompletableFuture<Verdict> future(Verdict verdict) {
        try {
            return Objects.requireNonNull(verdict.later).toCompletableFuture();
        } catch (RuntimeException e) { // a stage of the game's need not support that
            return CompletableFuture.failedFuture(e);
        }
    }

    long deadline() {
        return context.tick() + timeoutTicks;
    }

    /** Returns the verdict that was waited for, or the one in its place; null while it is to come. */
    @Nullable
    Verdict resolved(CompletableFuture<Verdict> waiting, long deadline) {
        if (!waiting.isDone()) {
            return context.tick() < deadline ? null : context.config().undecided();
        }
        try {
            Verdict verdict = waiting.getNow(null);
            return verdict == null || verdict.later != null
                    ? context.config().undecided()
                    : verdict;
        } catch (RuntimeException e) { // the classifier failed
            faults.reportFault("speech gate", "its later verdict failed: " + e, -1, e);
            return context.config().undecided();
        }
    }

    /** Returns the verdict about words that cannot wait. */
    private Verdict atOnce(SpeechContext line) {
        Verdict verdict = ask(line);
        if (verdict.later != null) {
            CompletableFuture<Verdict> future = future(verdict);
            Verdict now = resolved(future, context.tick());
            verdict = now == null ? context.config().undecided() : now;
        }
        return logged(line, verdict);
    }

    private Verdict ask(SpeechContext line) {
        SpeechGate asked = gate;
        Verdict failed = Verdict.stop("the gate failed");
        return asked == null
                ? Verdict.pass()
                : faults.get(
                        "speech gate",
                        asked,
                        line.agent(),
                        () -> Objects.requireNonNull(asked.check(line), "no verdict"),
                        failed);
    }

    /** Logs what was stopped, without its words. */
    private static Verdict logged(SpeechContext line, Verdict verdict) {
        if (verdict.stops()) {
            LOG.fine(() -> "the gate stopped words of " + line.speaker() + ": " + verdict.reason);
        }
        return verdict;
    }

    private SpeechContext contextOf(int agent, Origin origin, String before, String text) {
        return contextOf(agent, origin, before, text, Use.SAID);
    }

    private SpeechContext contextOf(int agent, Origin origin, String before, String text, Use use) {
        return new SpeechContext(
                agent,
                people.nameOf(agent),
                origin,
                hearers(agent),
                playerHears(agent),
                before,
                text,
                use);
    }

    /** Returns the context of a text that nobody hears. */
    private SpeechContext contextOf(int agent, Use use, String text) {
        String name = people.isAgent(agent) ? people.nameOf(agent) : "";
        return new SpeechContext(agent, name, Origin.MODEL, List.of(), false, "", text, use);
    }

    private List<String> hearers(int agent) {
        List<String> names = new ArrayList<>();
        Transcript talk = people.of(agent);
        if (talk != null) {
            names.addAll(others(agent));
        }
        addNearby(agent, names);
        return names;
    }

    /** Returns the names whose lines a model may write after the agent's own. */
    private List<String> others(int agent) {
        List<String> names = new ArrayList<>();
        Transcript talk = people.of(agent);
        if (talk == null) {
            addNearby(agent, names);
            return names;
        }
        String own = people.nameOf(agent);
        for (int i = 0; i < talk.agents.size(); i++) {
            if (talk.agents.get(i) != agent) {
                names.add(people.nameOf(talk.agents.get(i)));
            }
        }
        for (Utterance line : talk.lines) {
            if (line.fromPlayer() && !names.contains(line.speaker())) {
                names.add(line.speaker());
            }
        }
        talk.players.stream().filter(name -> !names.contains(name)).forEach(names::add);
        addNearby(agent, names); // bystanders, whom a model may have speak as well
        names.remove(own);
        return names;
    }

    private void addNearby(int agent, List<String> names) {
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            String name = people.isAgent(other) ? people.nameOf(other) : "";
            if (!name.isEmpty() && other != agent && !names.contains(name)) {
                names.add(name);
            }
        }
    }

    private boolean playerHears(int agent) {
        Transcript talk = people.of(agent);
        if (talk != null && !talk.players.isEmpty()) {
            return true;
        }
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            if (people.hears(agent, bodies.get(i))) {
                return true;
            }
        }
        return false;
    }

    // ---- the first words of a model that a player hears

    /** Tells the game which players are about to hear a model for the first time. */
    void meet(int agent, @Nullable Transcript talk, Passed words) {
        if (!words.origin.isGenerated() || !words.stopped.isEmpty()) {
            return;
        }
        for (int i = 0; talk != null && i < talk.players.size(); i++) {
            meet(agent, talk.players.get(i));
        }
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            String name = people.nameOfPlayer(bodies.get(i));
            if (!met.contains(name) && people.hears(agent, bodies.get(i))) {
                meet(agent, name);
            }
        }
    }

    private void meet(int agent, String player) {
        if (met.size() < MOST_MET && met.add(player)) {
            context.listener().firstContact(player, agent);
        }
    }
}
