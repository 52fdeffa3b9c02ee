/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.workbench.DeskState.AgentView;
import dev.triune.workbench.DeskState.MessageView;
import dev.triune.workbench.DeskState.NoteView;
import dev.triune.workbench.DeskState.PastView;
import dev.triune.workbench.DeskState.WaitingView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose calls wait for a person, and what became of the last of them. Thread-safe: the
 * game thread starts and cancels calls and reports events, the threads of a server read and answer.
 * No lock is held while an answer is delivered or written as JSON.
 */
final class Desk implements Provider {
    static final int MAX_AGENTS = 256;

    /** The maximum number of calls that wait; further ones are not accepted. */
    static final int MAX_WAITING = 64;

    /** The maximum number of past calls. */
    static final int MAX_PAST = 24;

    /** The maximum length of a message or an answer, in characters. */
    static final int MAX_TEXT = 40_000;

    private static final int MAX_NOTES = 48;
    private static final int MAX_NOTE = 600;

    private final Ticker ticker;
    private final Duration patience;
    private final BiFunction<Integer, ModelCall, List<String>> names;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private final Deque<Past> past = new ArrayDeque<>();
    private List<AgentView> agents = List.of();
    private long numbers;
    private long revision;

    /** Who asks, and why. */
    record Asked(int agent, String name, String layer, String reason, int urgency) {}

    private record Waiting(
            Past past, ModelCall call, AnswerSink sink, long since, List<String> names) {}

    /** A call, while it waits and afterwards. */
    private static final class Past {
        final long number;
        final Asked asked;
        final List<NoteView> notes = new ArrayList<>(4);
        String answer = "";
        String end = "";
        boolean over;

        Past(long number, Asked asked) {
            this.number = number;
            this.asked = asked;
        }
    }

    /** Creates a desk; {@code names} tells on the game thread what an agent could name. */
    Desk(Ticker ticker, Duration patience, BiFunction<Integer, ModelCall, List<String>> names) {
        this.ticker = ticker;
        this.patience = patience;
        this.names = names;
    }

    // ---- the game thread

    /** Notes who makes a request under a name, so that its call can be shown. */
    synchronized void asks(String requester, Asked who) {
        asked.remove(requester);
        asked.put(requester, who);
        if (asked.size() > MAX_AGENTS) { // the one that has not asked for longest
            asked.remove(asked.keySet().iterator().next());
        }
    }

    /** Forgets an agent that is not taken any more; its calls are left to others. */
    void leave(int agent) {
        List<Long> left;
        synchronized (this) {
            asked.values().removeIf(who -> who.agent() == agent);
            left = waiting.values().stream()
                    .filter(call -> call.past().asked.agent() == agent)
                    .map(call -> call.past().number)
                    .toList();
        }
        left.forEach(this::pass);
    }

    synchronized void roster(List<AgentView> all) {
        if (!agents.equals(all)) {
            agents = List.copyOf(all);
            revision++;
        }
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        Asked who;
        synchronized (this) {
            who = asked.get(call.caller().agent());
        }
        List<String> known = who == null ? List.of() : names.apply(who.agent(), call);
        Waiting begun = null;
        synchronized (this) {
            if (who != null && waiting.size() < MAX_WAITING) {
                begun = new Waiting(new Past(++numbers, who), call, sink, ticker.nanos(), known);
                waiting.put(begun.past().number, begun);
                revision++;
            }
        }
        if (begun == null) {
            sink.fail(failure("no person answers this prompt now"));
            return () -> {};
        }
        long number = begun.past().number;
        return () -> close(number, "", "called off");
    }

    /** Reports what was made of the last answer for an agent, or of a part of it. */
    synchronized void note(int agent, String kind, String text) {
        Past last = last(agent);
        if (last != null && last.notes.size() < MAX_NOTES) {
            last.notes.add(new NoteView(kind, cut(text, MAX_NOTE)));
            revision++;
        }
    }

    /** Reports what the next prompt will tell of the last answer, unless that was refused in detail. */
    synchronized void told(int agent, String text) {
        Past last = last(agent);
        if (last != null && last.notes.stream().noneMatch(note -> note.kind().equals("refused"))) {
            note(agent, "told", text);
        }
    }

    /**
     * Reports how the last call for an agent ended; what is reported afterwards is of no interest.
     *
     * @param answered whether it ended with an answer, if not the person's, then that of another
     */
    synchronized void ended(int agent, String end, boolean answered) {
        Past last = last(agent);
        if (last != null) {
            boolean other = answered && !last.end.isEmpty();
            last.end = other ? last.end + ", " + end : end;
            last.over = true;
            revision++;
        }
    }

    private @Nullable Past last(int agent) {
        for (Past each : past) {
            if (each.asked.agent() == agent) {
                return each.over ? null : each;
            }
        }
        return null;
    }

    // ---- any thread

    synchronized boolean knows(int agent) {
        return agents.stream().anyMatch(each -> each.agent() == agent);
    }

    /** Returns what to show; null if it is what had this revision. */
    @Nullable
    DeskState state(long known) {
        List<Waiting> calls;
        DeskState rest;
        synchronized (this) {
            if (known == revision) {
                return null;
            }
            calls = List.copyOf(waiting.values());
            rest = new DeskState(
                    revision,
                    patience.toMillis(),
                    agents,
                    List.of(),
                    past.stream().map(Desk::view).toList());
        }
        long now = ticker.nanos();
        return new DeskState( // a prompt may be written only now, which must delay no tick
                rest.revision(),
                rest.patienceMs(),
                rest.agents(),
                calls.stream().map(call -> view(call, now)).toList(),
                rest.past());
    }

    private static WaitingView view(Waiting call, long now) {
        Asked who = call.past().asked;
        var schema = call.call().schema();
        return new WaitingView(
                call.past().number,
                who.agent(),
                who.name(),
                who.layer(),
                who.reason(),
                who.urgency(),
                (now - call.since()) / 1_000_000,
                messages(call.call()),
                schema == null ? Map.of() : schema.root(),
                call.names());
    }

    private static List<MessageView> messages(ModelCall call) {
        try {
            return call.prompt().messages().stream()
                    .map(message -> new MessageView(
                            message.role().name().toLowerCase(Locale.ROOT),
                            cut(message.text(), MAX_TEXT)))
                    .toList();
        } catch (RuntimeException e) { // of the game's code that writes it
            return List.of(new MessageView("no prompt", "it cannot be written: " + e));
        }
    }

    private static PastView view(Past call) {
        return new PastView(
                call.number,
                call.asked.name(),
                call.asked.layer(),
                call.answer,
                call.end,
                List.copyOf(call.notes));
    }

    /** Answers a call as a model does; returns whether it still waited. */
    boolean answer(long number, String text) {
        Waiting call = close(number, text, "");
        if (call != null) {
            call.sink().text(text);
            call.sink().complete(Usage.NONE);
        }
        return call != null;
    }

    /** Leaves a call to the fallback of the broker; returns whether it still waited. */
    boolean pass(long number) {
        Waiting call = close(number, "", "left to others");
        if (call != null) {
            call.sink().fail(failure("the person lets others answer"));
        }
        return call != null;
    }

    private synchronized @Nullable Waiting close(long number, String answer, String end) {
        Waiting call = waiting.remove(number);
        if (call == null) {
            return null;
        }
        call.past().answer = answer;
        call.past().end = end;
        past.addFirst(call.past());
        if (past.size() > MAX_PAST) {
            past.removeLast();
        }
        revision++;
        return call;
    }

    private static CallFailure failure(String message) {
        return new CallFailure.Failed(FailureCode.UNREACHABLE, message);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
