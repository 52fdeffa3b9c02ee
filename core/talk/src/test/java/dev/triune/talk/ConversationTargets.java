/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the conversations of a crowd: in virtual time with answers made here, or in real time
 * with a model. {@code main} prints the figures; its argument is a seed, or the base URL of a server
 * with the protocol of OpenAI, and then the minutes to measure for.
 */
final class ConversationTargets {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration FIRST_TOKEN = Duration.ofMillis(300);
    private static final Duration PER_TOKEN = Duration.ofMillis(100);
    private static final int TOKEN = 4; // characters: 40 a second

    /** What was measured. */
    record Figures(
            long talkerCalls,
            long executorCalls,
            long stepsDone,
            long longestWaitTicks,
            long promptsInConversation,
            long promptsWithOwnLines,
            long repeatedAnswers,
            long conversations) {
        double executorShare() {
            return (double) executorCalls / Math.max(1, talkerCalls + executorCalls);
        }

        @Override
        public String toString() {
            return String.format(
                    "talker calls %d, executor calls %d (%.0f %%), steps done %d, longest wait for an"
                            + " executor %.1f s, prompts in conversations %d of which %d show own lines"
                            + " where there are any, lines answered twice %d, conversations %d",
                    talkerCalls,
                    executorCalls,
                    100 * executorShare(),
                    stepsDone,
                    longestWaitTicks / 20.0,
                    promptsInConversation,
                    promptsWithOwnLines,
                    repeatedAnswers,
                    conversations);
        }
    }

    /** How long a player waits: in ticks, from the line to the first words and to the last. */
    @SuppressWarnings("ArrayRecordComponent") // figures that nobody compares
    record Waits(long[] firstWords, long[] wholeLine, long[] stepStart, int lost) {
        static long p95(long[] values) {
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
        }

        /** How much of the time an answer takes is saved by showing it while it grows, 0 to 1. */
        double ahead() {
            long sum = 0;
            long whole = 0;
            for (int i = 0; i < firstWords.length; i++) {
                sum += wholeLine[i] - firstWords[i];
                whole += wholeLine[i] - 6;
            }
            return (double) sum / whole;
        }

        @Override
        public String toString() {
            return String.format(
                    "first words p95 %d ms, whole line p95 %d ms, lost %d of %d, words ahead of the whole"
                            + " answer by %.0f %% of its duration, step after its words p95 %d ticks",
                    50 * p95(firstWords),
                    50 * p95(wholeLine),
                    lost,
                    firstWords.length,
                    100 * ahead(),
                    p95(stepStart));
        }
    }

    private ConversationTargets() {}

    /** A model that writes its answer at reading speed. */
    private static final class PacedProvider implements Provider {
        private final VirtualTime time;
        private final SplittableRandom random;
        private long lines;

        PacedProvider(VirtualTime time, long seed) {
            this.time = time;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            String answer = answer(call.prompt());
            boolean[] over = new boolean[1];
            time.after(FIRST_TOKEN, () -> write(answer, 0, sink, over));
            return () -> over[0] = true;
        }

        private void write(String answer, int from, AnswerSink sink, boolean[] over) {
            if (over[0]) {
                return;
            }
            int size = from == 0
                    ? answer.indexOf("speaking\":\"") + 12
                    : TOKEN; // the first with a first letter
            int to = Math.min(answer.length(), from + Math.max(TOKEN, size));
            sink.text(answer.substring(from, to));
            if (to == answer.length()) {
                sink.complete(Usage.NONE);
            } else {
                time.after(PER_TOKEN, () -> write(answer, to, sink, over));
            }
        }

        private String answer(Prompt prompt) {
            if (prompt.text().contains("What do you say?")) {
                return "{\"action\":"
                        + (prompt.text().contains("Come along!") ? "[{\"type\":\"come\"}]" : "[]")
                        + ",\"speaking\":\"This is line " + ++lines
                        + ", said to whoever asked for it.\"}";
            }
            int steps = 2 + random.nextInt(3);
            StringBuilder plan = new StringBuilder("{\"action\":[");
            for (int i = 0; i < steps; i++) {
                plan.append(i == 0 ? "" : ",").append("{\"type\":\"gather\"}");
            }
            return plan.append("]}").toString();
        }
    }

    /** Agents near each other, with four permits and default settings. */
    static Figures crowd(long seed, int agents, Duration time) {
        return figures(simulated(seed, 4, agents, true), time);
    }

    private static Crowd simulated(long seed, int permits, int agents, boolean together) {
        VirtualTime time = new VirtualTime();
        Broker broker = broker(permits, new PacedProvider(time, seed))
                .ticker(time)
                .seed(seed)
                .build();
        return new Crowd(broker, () -> time.advance(TICK), agents, together);
    }

    private static BrokerBuilder broker(int permits, Provider provider) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("model", "default")
                                .withModels(ProviderSettings.ANY_MODEL)
                                .withPermits(permits),
                        provider);
    }

    private static Figures figures(Crowd crowd, Duration time) {
        for (long tick = 0; tick < time.toMillis() / TICK.toMillis(); tick++) {
            crowd.tick();
        }
        return new Figures(
                crowd.talker,
                crowd.executor,
                crowd.done,
                crowd.longest,
                crowd.prompts,
                crowd.withOwn,
                crowd.repeated,
                crowd.began);
    }

    /** A player who speaks to one after the other of 200 busy agents, permits free. */
    static Waits player(long seed, int lines) {
        return waits(simulated(seed, 64, 200, false), lines);
    }

    private static Waits waits(Crowd crowd, int lines) {
        for (int i = 0; i < 600; i++) {
            crowd.tick();
        }
        long[] first = new long[lines];
        long[] whole = new long[lines];
        long[] step = new long[lines];
        int lost = 0;
        for (int i = 0; i < lines; i++) {
            int agent = crowd.agents.get(i);
            long now = crowd.plugin.clock().tick();
            crowd.firstWords.clear();
            crowd.lastWords.clear();
            crowd.stepped.clear();
            crowd.talk.say("Robin", agent, "Come along!");
            for (int tick = 0;
                    tick < 200
                            && !(crowd.stepped.containsKey(agent)
                                    && crowd.lastWords.containsKey(agent));
                    tick++) {
                crowd.tick();
            }
            lost += crowd.lastWords.containsKey(agent) ? 0 : 1;
            first[i] = crowd.firstWords.getOrDefault(agent, now + 200) - now;
            whole[i] = crowd.lastWords.getOrDefault(agent, now + 200) - now;
            step[i] = crowd.stepped.getOrDefault(agent, now + 200)
                    - crowd.lastWords.getOrDefault(agent, now);
            crowd.talk.leave("Robin");
        }
        return new Waits(first, whole, step, lost);
    }

    /** Prints the figures. */
    public static void main(String... arguments) {
        if (arguments.length > 0 && arguments[0].startsWith("http")) {
            real(arguments[0], arguments.length > 1 ? Long.parseLong(arguments[1]) : 5);
            return;
        }
        long seed = arguments.length == 0 ? 1 : Long.parseLong(arguments[0]);
        System.out.println("30 agents, 5 minutes: " + crowd(seed, 30, Duration.ofMinutes(5)));
        System.out.println("the same for 100 minutes: " + crowd(seed, 30, Duration.ofMinutes(100)));
        System.out.println("player among 200: " + player(seed, 100));
    }

    /** A server's model, whose agents share four permits. */
    private static void real(String url, long minutes) {
        Crowd talking = real(url, true);
        System.out.printf(
                "30 agents, %d minutes: %s%n",
                minutes, figures(talking, Duration.ofMinutes(minutes)));
        System.out.println("answers: " + talking.answers);
        Crowd listening = real(url, false);
        System.out.println("player among 30: " + waits(listening, 30));
        System.out.println("answers: " + listening.answers);
    }

    private static Crowd real(String url, boolean together) {
        Broker broker = broker(4, HttpProvider.openAi(url).build()).build();
        return new Crowd(broker, new RealTicks(), 30, together);
    }

    /** Waits until the next tick is due, without catching up. */
    private static final class RealTicks implements Runnable {
        private long last = System.nanoTime();

        @Override
        public void run() {
            long due = last + TICK.toNanos();
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            last = System.nanoTime();
        }
    }
}
