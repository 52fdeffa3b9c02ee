/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Random;

final class LimitedProvider implements Provider {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    final int rpm;
    final int tpm;
    final boolean countsMax;
    final VirtualTime time;
    final Random random;
    final Deque<long[]> counted = new ArrayDeque<>();
    long windowTokens;
    long admitted;
    long refused;
    long tokens;

    LimitedProvider(int rpm, int tpm, boolean countsMax, VirtualTime time, long seed) {
        this.rpm = rpm;
        this.tpm = tpm;
        this.countsMax = countsMax;
        this.time = time;
        this.random = new Random(seed);
    }

    @Override
    public Running start(ModelCall call, AnswerSink sink) {
        boolean[] cancelled = {false};
        time.after(Duration.ofMillis(20 + random.nextInt(100)), () -> {
            if (!cancelled[0]) {
                arrive(call, sink, cancelled);
            }
        });
        return () -> cancelled[0] = true;
    }

    private void count(long t, long requests, long now) {
        counted.add(new long[] {now, requests, t});
        windowTokens += t;
        tokens += t;
    }

    private void arrive(ModelCall call, AnswerSink sink, boolean[] cancelled) {
        long now = time.nanos();
        while (!counted.isEmpty() && now - counted.peek()[0] >= MINUTE) {
            windowTokens -= counted.poll()[2];
        }
        long requests = counted.stream().mapToLong(entry -> entry[1]).sum();
        long prompt = (call.prompt().length() + 3L) / 4;
        long asked = prompt + (countsMax ? call.maxTokens() : 0);
        if (requests + 1 > rpm || windowTokens + asked > tpm) {
            refused++;
            sink.fail(new CallFailure.RateLimited(
                    Optional.of(Duration.ofNanos(counted.peek()[0] + MINUTE - now)), "limit"));
            return;
        }
        admitted++;
        count(asked, 1, now);
        int output = (int) (call.maxTokens() * (0.3 + 0.7 * random.nextDouble()));
        long millis = 300L + random.nextInt(500) + output * 5L;
        time.after(Duration.ofMillis(millis), () -> {
            if (!countsMax) {
                count(output, 0, time.nanos());
            }
            if (!cancelled[0]) {
                sink.text("done");
                sink.complete(new Usage(prompt, 0, 0, output));
            }
        });
    }
}
