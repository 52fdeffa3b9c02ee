/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request.PromptSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tries a model with up to eleven small requests, one after the other, and reports what works, what was
 * adapted, how fast it is and what to configure. For a single use, on the thread of the broker's
 * owner.
 */
public final class ModelTrial {
    private static final int SHORT = 256; // tokens, as some models think first
    private static final int LONG = 512;
    private static final double NANOS = 1e9;

    /** The time between two looks at the broker, a small part of any answer's. */
    private static final long POLL_NANOS = 1_000_000;

    private static final Pattern MOOD =
            Pattern.compile("(?s)\\s*\\{.*\"mood\"\\s*:\\s*\".*\\}\\s*");

    private static final AnswerSchema SCHEMA = new AnswerSchema(
            "mood",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("mood", Map.of("type", "string")),
                    "required",
                    List.of("mood"),
                    "additionalProperties",
                    false));

    private static final Tool LOOK = new Tool(
            "Looks into a direction.",
            new AnswerSchema(
                    "look",
                    Map.of(
                            "type", "object",
                            "properties", Map.of("direction", Map.of("type", "string")),
                            "required", List.of("direction"))));

    /** A red square of 32 × 32 pixels. */
    private static final String IMAGE = "data:image/png;base64,"
            + "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7h"
            + "IASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC";

    private final Broker broker;
    private final String model;
    private final Ticker ticker;
    private final Consumer<String> out;
    private final Map<String, Attempt> attempts = new LinkedHashMap<>();

    /** What one request brought. */
    private static final class Attempt {
        final StringBuilder text = new StringBuilder();
        final List<ToolCall> toolCalls = new ArrayList<>();

        @Nullable
        Outcome end;

        List<String> leftOut = List.of();
        String provider = "";
        int calls;
        long startedAt;
        long firstAt;
        long endedAt;
        String problem = "";

        boolean works() {
            return problem.isEmpty();
        }

        /** Returns the pace after the first text; 0 if there are too few tokens to tell. */
        double tokensPerSecond() {
            double seconds = firstAt == 0 ? 0 : (endedAt - firstAt) / NANOS;
            return outputTokens() >= LONG / 4 && seconds > 0 ? outputTokens() / seconds : 0;
        }

        long outputTokens() {
            return end == null ? 0 : end.usage().output();
        }
    }

    /**
     * Prepares a trial.
     *
     * @param broker a broker that this thread may use
     * @param model the model's name; empty for the broker's default
     * @param ticker the broker's clock
     * @param out receives the lines of the report
     */
    public ModelTrial(Broker broker, String model, Ticker ticker, Consumer<String> out) {
        this.broker = broker;
        this.model = model;
        this.ticker = ticker;
        this.out = out;
    }

    /**
     * Makes all requests, with an image or not; returns whether the model answers at all. If it
     * does not answer the first one, there are no others. Blocks until the last answer has ended, or
     * the thread is interrupted.
     */
    public boolean run(boolean image) {
        String hello = "Greet a traveller in one short sentence.";
        boolean answers = attempt("plain", text(hello).nonStreaming(true)).works();
        if (!answers) {
            print();
            return false;
        }
        attempt("streamed", text(hello));
        String mood = "How does a smith feel on a cold day? Answer in JSON: {\"mood\": \"...\"}.";
        expectMood(attempt("any JSON", Request.json(model).prompt(mood).maxTokens(SHORT)));
        expectMood(attempt(
                "schema", Request.json(model).prompt(mood).maxTokens(SHORT).schema(SCHEMA)));
        String look = "What is in the north? Call the function look.";
        ModelOptions tools = ModelOptions.NONE.tools("", List.of(LOOK));
        expect(
                attempt("tools", text(look).options(tools)),
                attempt -> !attempt.toolCalls.isEmpty(),
                "it called no function");
        secondTurn(look, tools);
        Attempt counted = attempt(
                "stop",
                text("Count from 1 to 9, in digits, separated by blanks.")
                        .options(ModelOptions.NONE.stop("5")));
        expect(counted, attempt -> !attempt.text.toString().contains("6"), "it went on");
        attempt("reasoning off", text(hello).options(ModelOptions.NONE.reasoning(Reasoning.OFF)));
        String story = "Tell a story of a wolf and a shepherd, as long as you can.";
        attempt("long", Request.text(model).prompt(story).maxTokens(LONG), FinishReason.LENGTH);
        attempt(
                "long, schema",
                Request.json(model)
                        .prompt(story + " Answer in JSON: {\"mood\": \"the whole story\"}.")
                        .maxTokens(LONG)
                        .schema(SCHEMA),
                FinishReason.LENGTH);
        if (image) {
            attempt(
                    "image",
                    Request.text(model)
                            .promptSource(Prompt.of(
                                    Message.user("Which colour is this?", List.of(IMAGE))))
                            .maxTokens(SHORT));
        }
        print();
        advise();
        return true;
    }

    private Request.Builder<String> text(String prompt) {
        return Request.text(model).prompt(prompt).maxTokens(SHORT);
    }

    /** Returns the result of the tool call, if there was one. */
    private void secondTurn(String question, ModelOptions tools) {
        Attempt first = attempts.get("tools");
        if (first == null || first.toolCalls.isEmpty()) {
            return;
        }
        ToolCall call = first.toolCalls.get(0);
        PromptSource turns = Prompt.of(
                Message.user(question),
                Message.assistant("", List.of(call)),
                Message.tool(call.id(), "a mill"));
        attempt(
                "tool result",
                Request.text(model).promptSource(turns).maxTokens(SHORT).options(tools));
    }

    private static void expectMood(Attempt attempt) {
        expect(
                attempt,
                tried -> MOOD.matcher(tried.text).matches(),
                "the answer is not the JSON that was asked for");
    }

    private static void expect(Attempt attempt, Predicate<Attempt> wanted, String problem) {
        if (attempt.works() && !wanted.test(attempt)) {
            attempt.problem = problem;
        }
    }

    private Attempt attempt(String name, Request.Builder<String> request) {
        return attempt(name, request, FinishReason.STOP);
    }

    private Attempt attempt(
            String name, Request.Builder<String> request, FinishReason alsoExpected) {
        Attempt attempt = new Attempt();
        attempts.put(name, attempt);
        attempt.startedAt = ticker.nanos();
        Request<String> built = request.build();
        Request<AnswerPart> inParts = built.with(Decoder.parts(), built.prompt());
        Ticket ticket = broker.submit(inParts, update -> hear(attempt, update));
        while (attempt.end == null && !Thread.currentThread().isInterrupted()) {
            if (broker.doWork() == 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        Outcome outcome = attempt.end;
        if (outcome == null) {
            broker.cancel(ticket);
        }
        attempt.problem = outcome == null ? "interrupted" : problem(outcome, alsoExpected);
        return attempt;
    }

    private static String problem(Outcome outcome, FinishReason alsoExpected) {
        if (outcome instanceof Outcome.Finished finished
                && (finished.finishReason().isComplete()
                        || finished.finishReason() == alsoExpected)) {
            return "";
        }
        return outcome instanceof Outcome.Failed failed
                ? failed.code().code() + ": " + failed.message()
                : outcome.canonicalCode();
    }

    private void hear(Attempt attempt, Update<AnswerPart> update) {
        if (update instanceof Update.Started<AnswerPart> started) {
            attempt.calls++;
            attempt.leftOut = started.leftOut();
            attempt.provider = started.provider();
        } else if (update instanceof Update.Part<AnswerPart> part) {
            attempt.firstAt = attempt.firstAt == 0 ? ticker.nanos() : attempt.firstAt;
            if (part.value() instanceof AnswerPart.Text text) {
                attempt.text.append(text.delta());
            } else if (part.value() instanceof ToolCall call) {
                attempt.toolCalls.add(call);
            }
        } else if (update instanceof Update.Ended<AnswerPart> ended) {
            attempt.endedAt = ticker.nanos();
            attempt.end = ended.outcome();
        }
    }

    private void print() {
        attempts.forEach((name, attempt) -> out.accept(String.format(
                        Locale.ROOT,
                        "  %-14s %-6s %s",
                        name,
                        attempt.works() ? "works" : "fails",
                        attempt.works() ? figures(attempt) : attempt.problem)
                .stripTrailing()));
    }

    private String figures(Attempt attempt) {
        List<String> words = new ArrayList<>();
        if (attempt.firstAt > 0) {
            words.add("first text after " + millis(attempt.firstAt - attempt.startedAt) + " ms");
            double pace = attempt.tokensPerSecond();
            if (pace > 0) {
                words.add(Math.round(pace) + " tokens a second");
            }
            double freePace = attempt == attempts.get("long, schema") ? paceWithoutSchema() : 0;
            if (pace > 0 && freePace > 0) {
                words.add(String.format(
                        Locale.ROOT, "%.2f times as long a token as without", freePace / pace));
            }
        }
        if (attempt.calls > 1) {
            words.add("after " + attempt.calls + " calls, in another form or at another provider");
        }
        if (!attempt.leftOut.isEmpty()) {
            words.add("without " + String.join(", ", attempt.leftOut));
        }
        return String.join("; ", words);
    }

    /** Returns the pace of the same answer without a schema; 0 if the server takes no schema. */
    private double paceWithoutSchema() {
        Attempt schema = attempts.get("schema");
        Attempt free = attempts.get("long");
        boolean taken = schema != null && schema.works() && schema.calls == 1;
        return free == null || !taken ? 0 : free.tokensPerSecond();
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }

    /** Prints what differs from the defaults and saves calls or time. */
    private void advise() {
        List<String> lines = new ArrayList<>();
        Attempt schema = attempts.get("schema");
        Attempt json = attempts.get("any JSON");
        if (schema != null && json != null && (!schema.works() || schema.calls > 1)) {
            lines.add("structured: " + (json.works() && json.calls == 1 ? "json" : "none"));
        }
        Attempt plain = attempts.get("streamed");
        Attempt off = attempts.get("reasoning off");
        if (plain != null
                && off != null
                && off.works()
                && plain.works()
                && 2 * off.outputTokens() < plain.outputTokens()) {
            lines.add("reasoning: off");
        }
        if (lines.isEmpty()) {
            out.accept("Nothing needs to be set for it.");
        } else {
            String provider = schema == null ? "" : schema.provider;
            out.accept("Write at the provider " + provider + ":");
            lines.forEach(line -> out.accept("    " + line));
        }
    }
}
