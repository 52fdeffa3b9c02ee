/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.time.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharingExperiment {
    final VirtualTime time = new VirtualTime();
    final Random random = new Random(1);
    final LimitedProvider alpha = new LimitedProvider(60, 200_000, true, time, 1);
    final LimitedProvider beta = new LimitedProvider(600, 40_000, false, time, 2);
    Broker broker;
    final Map<String, Long> served = new HashMap<>();
    final Map<String, Long> startedTokens = new HashMap<>();
    final Map<Outcome.Kind, Integer> kinds = new HashMap<>();
    final java.util.List<long[]> starts = new java.util.ArrayList<>();
    double maxGap;
    long largest;

    @Test
    void hour() {
        broker = new BrokerBuilder()
                .ticker(time)
                .provider(
                        ProviderSettings.of("alpha", "a")
                                .withPermits(16)
                                .withQueueLimit(200)
                                .withLimits(new Limits(0, 60, 0, 200_000, 0, true))
                                .withFallback("beta"),
                        alpha)
                .provider(
                        ProviderSettings.of("beta", "b")
                                .withPermits(16)
                                .withQueueLimit(200)
                                .withLimits(new Limits(0, 600, 0, 40_000, 0, false))
                                .withFallback("alpha"),
                        beta)
                .build();
        int[][] live = new int[8][2];
        long[] nextBurst = new long[8];
        for (int tick = 0; tick < 72_000; tick++) {
            time.advance(Duration.ofMillis(50));
            for (int g = 0; g < 8; g++) {
                if (tick % 600 == 0) {
                    broker.heartbeat("game-" + g);
                }
                if (g < 3) {
                    for (int p = 0; p < 2; p++) {
                        while (live[g][p] < 20) {
                            submit(g, live, p);
                        }
                    }
                } else if (g < 6 && time.nanos() >= nextBurst[g]) {
                    nextBurst[g] = time.nanos()
                            + Duration.ofSeconds(30 + random.nextInt(90)).toNanos();
                    for (int i = 0; i < 8; i++) {
                        submit(g, live, random.nextInt(2));
                    }
                }
            }
            while (broker.doWork() > 0) {}
        }
        starts.sort((x, y) -> Long.compare(x[0], y[0]));
        for (long[] start : starts) {
            startedTokens.merge("game-" + start[1], start[2], Long::sum);
            gap();
        }
        System.out.println("alpha requests " + alpha.admitted / 3600.0 + " refused " + alpha.refused
                + " of " + alpha.admitted + " tokens " + alpha.tokens / (200_000.0 * 60));
        System.out.println("beta tokens " + beta.tokens / (40_000.0 * 60) + " refused "
                + beta.refused + " of " + beta.admitted);
        double sum = 0;
        double squares = 0;
        for (int g = 0; g < 3; g++) {
            double s = served.get("game-" + g);
            sum += s;
            squares += s * s;
        }
        System.out.println(
                "jain " + sum * sum / (3 * squares) + " gap " + maxGap + " largest " + largest);
        System.out.println(served + " " + kinds);
    }

    public static void main(String[] args) {
        new SharingExperiment().hour();
    }

    private void gap() {
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < a; b++) {
                double d = Math.abs(startedTokens.getOrDefault("game-" + a, 0L)
                        - startedTokens.getOrDefault("game-" + b, 0L));
                maxGap = Math.max(maxGap, d);
            }
        }
    }

    private void submit(int g, int[][] live, int p) {
        String game = "game-" + g;
        int chars = g == 0
                ? 400 + random.nextInt(800)
                : g == 1 ? 2000 + random.nextInt(4000) : 400 + random.nextInt(4000);
        int max = 200 + random.nextInt(400);
        live[g][p]++;
        long[] started = {0};
        broker.submit(
                Request.text(p == 0 ? "a" : "b")
                        .session(game)
                        .maxTokens(max)
                        .priority(Priority.of(1 + random.nextInt(9)))
                        .prompt(() -> Prompt.of("x".repeat(chars)))
                        .build(),
                update -> {
                    if (update instanceof Update.Started<String>) {
                        started[0] = time.nanos();
                    }
                    if (update instanceof Update.Ended<String> ended) {
                        starts.add(new long[] {
                            started[0], g, ended.telemetry().usage().total() + 50
                        });
                        live[g][p]--;
                        kinds.merge(ended.outcome().kind(), 1, Integer::sum);
                        long used = ended.telemetry().usage().total();
                        served.merge(game, used, Long::sum);
                        largest = Math.max(largest, used);
                    }
                });
    }
}
