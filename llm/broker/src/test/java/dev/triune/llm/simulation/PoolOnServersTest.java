/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Compares a pool with round robin on llama.cpp servers of your own, by the cached tokens that they
 * report. {@code -Dtriune.servers=http://127.0.0.1:8081/v1,http://127.0.0.1:8082/v1} runs it;
 * {@code -Dtriune.slots}, 4 by default, is the {@code --parallel} of each, {@code -Dtriune.agents}
 * the number of agents, one for each slot by default.
 */
@EnabledIfSystemProperty(named = "triune.servers", matches = "http.+")
final class PoolOnServersTest {
    private static final List<String> SERVERS =
            List.of(System.getProperty("triune.servers", "").split(","));
    private static final int SLOTS = Integer.getInteger("triune.slots", 4);
    private static final int AGENTS = Integer.getInteger("triune.agents", SERVERS.size() * SLOTS);
    private static final int GAMES = 2;
    private static final int QUESTIONS = 6; // of each agent
    private static final int RULES = 1_000; // characters
    private static final int MEMORIES = 1_200;
    private static final int SITUATION = 150;

    @Test
    void poolReadsMoreFromCacheThanRoundRobin() throws Exception {
        System.out.printf("%-12s %8s %14s %8s%n", "", "answers", "prompt tokens", "cached");
        Run robin = new Run("round robin", roundRobin()).play();
        Run pool = new Run("pool", pool()).play();

        assertThat(List.of(robin.failed, pool.failed)).containsOnly(0);
        assertThat(pool.usage.cachedShare()).isGreaterThan(robin.usage.cachedShare());
    }

    private static BrokerBuilder pool() {
        BrokerBuilder builder = new BrokerBuilder();
        for (int i = 0; i < SERVERS.size(); i++) {
            builder.provider(
                    settings("server-" + i, SLOTS).withPool("servers"), server(SERVERS.get(i)));
        }
        return builder;
    }

    private static BrokerBuilder roundRobin() {
        return new BrokerBuilder()
                .provider(
                        settings("servers", SERVERS.size() * SLOTS),
                        SERVERS.stream().map(PoolOnServersTest::server).toArray(Provider[]::new));
    }

    private static ProviderSettings settings(String name, int permits) {
        return ProviderSettings.of(name, "default").withPermits(permits).withQueueLimit(1_000);
    }

    private static Provider server(String url) {
        return HttpProvider.openAi(url)
                .server(ServerSettings.of(ServerKind.LLAMA_CPP))
                .build();
    }

    /** All questions of all agents; each agent asks again once it has its answer. */
    private static final class Run {
        private final Random random = new Random(7);
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final String name;
        private final BrokerBuilder builder;
        private final String unique = UUID.randomUUID().toString();
        private Usage usage = Usage.NONE;
        private int running = AGENTS;
        private int answers;
        private int failed;

        Run(String name, BrokerBuilder builder) {
            this.name = name;
            this.builder = builder;
        }

        Run play() throws Exception {
            try (BrokerThread thread = BrokerThread.start(name, builder)) {
                thread.execute(broker ->
                        IntStream.range(0, AGENTS).forEach(agent -> ask(broker, agent, QUESTIONS)));
                ended.get(30, TimeUnit.MINUTES);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %8d %14d %7.0f%%%n",
                    name,
                    answers,
                    usage.prompt(),
                    100 * usage.cachedShare());
            return this;
        }

        private void ask(Broker broker, int agent, int questions) {
            int game = agent % GAMES;
            Prompt prompt = Prompt.of(
                    Message.system(words(unique + " game " + game, game, RULES)),
                    Message.user(words("villager " + agent, GAMES + agent, MEMORIES)),
                    Message.user(words("now", random.nextLong(), SITUATION)));
            Request<String> request = Request.text("default")
                    .tenant("game-" + game)
                    .agent("agent-" + agent)
                    .prompt(() -> prompt)
                    .maxTokens(16)
                    .build();
            broker.submit(request, update -> {
                if (update instanceof Update.Ended<String> end) {
                    count(end.outcome());
                    if (questions > 1) {
                        ask(broker, agent, questions - 1);
                    } else if (--running == 0) {
                        ended.complete(null);
                    }
                }
            });
        }

        private void count(Outcome outcome) {
            if (outcome instanceof Outcome.Failed) {
                failed++;
                System.out.println(outcome);
            } else { // most are cut off
                answers++;
                usage = usage.plus(outcome.usage());
            }
        }

        private static String words(String start, long seed, int length) {
            Random letters = new Random(seed);
            return start
                    + IntStream.generate(() -> letters.nextInt(26 + 6))
                            .limit(length)
                            .mapToObj(i -> i < 26 ? Character.toString('a' + i) : " ")
                            .collect(Collectors.joining());
        }
    }
}
