/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.Provider.RunningCall;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An answer, delivered piece by piece. Confined to the thread of the timers. */
final class OfflineCall implements RunningCall {
    /** Texts that models occasionally send in place of an answer. */
    private static final String[] GARBAGE = {
        "I'm sorry, but I can't help with that.",
        "<html><body><h1>502 Bad Gateway</h1></body></html>",
        "{\"action\":[{\"type\":\"gather\",\"target\":\"wood\",\"amount\":",
        "{\"action\":[{\"type\":\"teleport\",\"to\":\"the moon\"}],\"speaking\":42}",
        "{\"action\":{\"type\":[\"gather\"],\"amount\":\"many\"}}",
        "<think>One might {\"action\": [{\"type\":\"gather\"",
        "{}",
        "```json\n[1, 2, 3]\n```",
        "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
        "\u0000\u0001\ud83d\ude00 \"}]}]}"
    };

    private final OfflineProvider provider;
    private final ModelCall call;
    private final AnswerSink sink;
    private final RandomGenerator random;
    private final FaultMode fault;
    private String text = "";
    private int sent;
    private int end;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Timers.@Nullable Timer next;

    OfflineCall(
            OfflineProvider provider,
            ModelCall call,
            AnswerSink sink,
            RandomGenerator random,
            FaultMode fault) {
        this.provider = provider;
        this.call = call;
        this.sink = sink;
        this.random = random;
        this.fault = fault;
    }

    @Override
    public void cancel() {
        ended.set(true);
        provider.open.remove(this);
        cancelTimer();
    }

    void cancelTimer() {
        Timers.Timer timer = next;
        if (timer != null) {
            timer.cancel();
        }
    }

    void fail(CallFailure failure) {
        if (ended.compareAndSet(false, true)) {
            provider.open.remove(this);
            sink.fail(failure);
        }
    }

    private void complete(Usage usage) {
        if (ended.compareAndSet(false, true)) {
            provider.open.remove(this);
            sink.complete(FinishReason.STOP, usage);
        }
    }

    void begin() {
        switch (fault) {
            case HANG -> {}
            case DEAD ->
                after(
                        roundTrip(random),
                        () -> fail(new CallFailure.Failed(
                                FailureCode.UNREACHABLE,
                                "cannot reach the offline mind: it plays dead")));
            case RATELIMIT -> after(roundTrip(random), this::refuseTwoOfThree);
            case NONE, SLOW, GARBAGE, CUT, ALL -> after(thinkingTime(), this::answer);
        }
    }

    private void refuseTwoOfThree() {
        if (random.nextInt(3) > 0) {
            fail(refusal(Duration.ofMillis(random.nextInt(1_000, 8_000))));
        } else {
            after(thinkingTime(), this::answer);
        }
    }

    private void answer() {
        boolean returned = false;
        try {
            String written = fault == FaultMode.GARBAGE
                    ? GARBAGE[random.nextInt(GARBAGE.length)]
                    : provider.mind.answer(call, random);
            returned = true;
            text = Objects.requireNonNull(written, "it returned null (expected an answer)");
        } catch (RuntimeException | Error e) {
            provider.report(e);
            fail(new CallFailure.Failed(
                    FailureCode.PROVIDER_ERROR,
                    "the offline mind "
                            + (returned
                                    ? "returned null"
                                    : "threw " + e.getClass().getName())));
            return;
        }
        end = fault == FaultMode.CUT ? random.nextInt(text.length() + 1) : text.length();
        piece();
    }

    private void piece() {
        int to = Math.min(end, sent + random.nextInt(6, 20));
        if (to > sent) {
            sink.text(text.substring(sent, to));
            sent = to;
        }
        if (sent < end) {
            after(scaled(random.nextInt(15, 60)), this::piece);
        } else if (fault == FaultMode.CUT) {
            fail(new CallFailure.Failed(
                    FailureCode.CUT_OFF, "the stream ended before the answer did"));
        } else {
            complete(new Usage(tokens(call.prompt().length()), 0, 0, tokens(sent)));
        }
    }

    private Duration thinkingTime() {
        return scaled(random.nextInt(300, 1_200));
    }

    private Duration scaled(int millis) {
        long time = fault == FaultMode.SLOW ? 10L * millis : millis;
        return Duration.ofNanos(Math.round(time * 1e6 * provider.pace()));
    }

    void after(Duration delay, Runnable step) {
        next = provider.timers.after(delay, () -> {
            if (!ended.get()) {
                run(step);
            }
        });
    }

    /** Runs a step; if the reader of the answer throws, the call fails, as with HTTP. */
    private void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            fail(new CallFailure.Failed(
                    FailureCode.UNREADABLE_ANSWER,
                    "its reader failed with " + e.getClass().getSimpleName()));
            throw e;
        }
    }

    /** Returns an estimate of four characters per token, as there is no tokenizer here. */
    private int tokens(int characters) {
        return (characters + 3) / 4;
    }

    static Duration roundTrip(RandomGenerator random) {
        return Duration.ofMillis(random.nextInt(30, 120));
    }

    static CallFailure refusal(Duration advice) {
        return new CallFailure.RateLimited(
                advice, "rate limit reached, try again in " + advice.toMillis() + " ms");
    }
}
