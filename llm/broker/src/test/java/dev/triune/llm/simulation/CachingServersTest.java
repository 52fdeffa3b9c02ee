/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.Provider;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Six games with 108 agents, each of which asks again within 3 s, on four servers whose caches hold
 * some 30 agents each. Every other game does not name its agents.
 */
class CachingServersTest {
    private static final Duration RUN = Duration.ofMinutes(3);
    private static final Duration TICK = Duration.ofMillis(10);
    private static final int SERVERS = 4;
    private static final int[] AGENTS = {12, 12, 16, 20, 24, 24};
    private static final int RULES = 4_800; // characters
    private static final int MEMORIES = 6_000;
    private static final int SITUATION = 600;
    private static final int MAX_PAUSE = 3_000; // milliseconds

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.count(1, 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void poolServesTwiceAsMuchAsRoundRobinUnderFairShares(long seed) {
        Run robin = new Run(seed, false).play(false);
        Run pool = new Run(seed, true).play(false);
        String seen = "seed " + seed + ": " + pool + ", round robin: " + robin;
        System.out.println(seen);

        assertThat(pool.answers).as(seen).isGreaterThanOrEqualTo(2 * robin.answers);
        assertThat(pool.jain()).as(seen).isGreaterThanOrEqualTo(0.98);
        assertThat(pool.failed).as(seen).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void deathOfAServerFailsNoRequestAndItsAgentsMoveOn(long seed) {
        Run run = new Run(seed, true).play(true);
        String seen = "seed " + seed + ": " + run;

        assertThat(run.failed).as(seen).isZero();
        assertThat(run.servers.get(0).calls).as(seen).isLessThan(run.callsAtStop + 20);
        assertThat(run.jain()).as(seen).isGreaterThanOrEqualTo(0.98);
    }

    /** A run of all games over one set of servers. */
    private static final class Run {
        private final VirtualTime time = new VirtualTime();
        private final List<CachingServer> servers = new ArrayList<>();
        private final long[] tokens = new long[AGENTS.length];
        private final Random random;
        private final Broker broker;
        private int answers;
        private int failed;
        private int callsAtStop;

        Run(long seed, boolean pool) {
            this.random = new Random(seed);
            IntStream.range(0, SERVERS).forEach(i -> servers.add(new CachingServer(time)));
            BrokerBuilder builder = new BrokerBuilder().ticker(time);
            ProviderSettings settings = ProviderSettings.of("servers", "m").withQueueLimit(1_000);
            if (pool) {
                IntStream.range(0, SERVERS)
                        .forEach(i -> builder.provider(
                                ProviderSettings.of("server-" + i, "m")
                                        .withQueueLimit(1_000)
                                        .withPermits(CachingServer.SLOTS)
                                        .withPool("servers"),
                                servers.get(i)));
            } else {
                builder.provider(
                        settings.withPermits(SERVERS * CachingServer.SLOTS),
                        servers.toArray(Provider[]::new));
            }
            this.broker = builder.build();
        }

        Run play(boolean stopOne) {
            for (int game = 0; game < AGENTS.length; game++) {
                for (int agent = 0; agent < AGENTS[game]; agent++) {
                    ask(game, agent);
                }
            }
            for (long tick = 0; tick < RUN.dividedBy(TICK); tick++) {
                if (stopOne && tick == RUN.dividedBy(TICK) / 2) {
                    servers.get(0).stop();
                    callsAtStop = servers.get(0).calls;
                }
                time.advance(TICK);
                while (broker.doWork() > 0) {
                    // until there is nothing left
                }
            }
            return this;
        }

        private void ask(int game, int agent) {
            Prompt prompt = Prompt.of(
                    Message.system(text("rules of " + game, RULES)),
                    Message.user(text("memories of " + game + "." + agent, MEMORIES)),
                    Message.user(text("now " + random.nextLong(), SITUATION)));
            Request.Builder<String> request =
                    Request.text("m").tenant("game-" + game).maxTokens(30 + random.nextInt(60));
            if (game % 2 == 0) {
                request.agent("agent-" + agent).prompt(() -> prompt);
            } else {
                request.promptSource(prompt);
            }
            broker.submit(request.build(), update -> {
                if (update instanceof Update.Ended<String> end) {
                    count(game, end);
                    time.after(
                            Duration.ofMillis(random.nextInt(MAX_PAUSE)), () -> ask(game, agent));
                }
            });
        }

        private void count(int game, Update.Ended<String> end) {
            if (end.outcome().kind() == Outcome.Kind.ANSWERED) {
                answers++;
                tokens[game] += end.outcome().usage().total();
            } else {
                failed++;
            }
        }

        private static String text(String start, int length) {
            return start + ".".repeat(length - start.length());
        }

        double jain() {
            double sum = 0;
            double squares = 0;
            for (long one : tokens) {
                sum += one;
                squares += (double) one * one;
            }
            return sum * sum / (squares * tokens.length);
        }

        @Override
        public String toString() {
            long all = servers.stream().mapToLong(server -> server.promptTokens).sum();
            long hits = servers.stream().mapToLong(server -> server.cacheHits).sum();
            return String.format(
                    "%d answers, %.0f %% of prompts cached, Jain %.4f",
                    answers, 100.0 * hits / all, jain());
        }
    }
}
