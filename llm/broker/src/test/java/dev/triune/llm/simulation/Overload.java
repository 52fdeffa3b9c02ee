/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.internal.broker.PriorityLanes;
import dev.triune.llm.sim.SimulatedProvider;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Eight games ask for twice of what the permits can serve, at random times (a Poisson process): 5 %
 * CRITICAL, 20 % HIGH, 35 % MEDIUM, 25 % LOW, 15 % BACKGROUND.
 */
final class Overload {
    static final int GAMES = 8;
    static final int PERMITS = 8;
    static final int QUEUE_LIMIT = 100;
    static final Duration LENGTH = Duration.ofMinutes(20);

    /** Twice of what eight permits serve of calls that take about a second. */
    private static final double ARRIVALS_PER_SECOND = 16;

    private static final Duration TICK = Duration.ofMillis(10);

    private final Random random;
    private final VirtualTime time = new VirtualTime();
    private final Broker broker;

    /** How many of each game wait, and how many of its calls were begun. */
    private final int[] waiting = new int[GAMES];

    private final long[] polls = new long[GAMES];

    final Map<Priority, Waits> waits = new TreeMap<>(Comparator.reverseOrder());
    final Waits slots = new Waits();

    /** The most that a BACKGROUND request took of the polls that it may take; at most 1. */
    double mostOfBound;

    /** The most requests of one game that waited at once. */
    int longestLine;

    long offered;
    long turnedAway;

    Overload(long seed) {
        this.random = new Random(seed);
        this.broker = new BrokerBuilder()
                .ticker(time)
                .provider(
                        ProviderSettings.of("only", "model")
                                .withPermits(PERMITS)
                                .withQueueLimit(QUEUE_LIMIT),
                        SimulatedProvider.builder(time, time).seed(seed).build())
                .build();
    }

    void run() {
        double next = 0;
        while (time.nanos() < LENGTH.toNanos()) {
            time.advance(TICK);
            while (next <= time.nanos()) {
                submit();
                next += -Math.log(1 - random.nextDouble()) * 1e9 / ARRIVALS_PER_SECOND;
            }
            while (broker.doWork() > 0) {
                // until there is nothing left
            }
        }
    }

    Waits waitsOf(Priority priority) {
        return waits.computeIfAbsent(priority, level -> new Waits());
    }

    private void submit() {
        offered++;
        int game = random.nextInt(GAMES);
        Asked asked = new Asked(game, priority(), time.nanos(), waiting[game], polls[game]);
        int maxTokens = 100 + random.nextInt(200);
        String text = "x".repeat(200 + random.nextInt(800));
        wait(asked.game, 1);
        broker.submit(
                Request.text("model")
                        .tenant("game-" + asked.game)
                        .maxTokens(maxTokens)
                        .priority(asked.priority)
                        .prompt(() -> Prompt.of(text))
                        .build(),
                update -> onUpdate(asked, update));
    }

    private Priority priority() {
        int percent = random.nextInt(100);
        if (percent < 5) {
            return Priority.CRITICAL;
        } else if (percent < 25) {
            return Priority.HIGH;
        } else if (percent < 60) {
            return Priority.MEDIUM;
        }
        return percent < 85 ? Priority.LOW : Priority.BACKGROUND;
    }

    private void wait(int game, int change) {
        waiting[game] += change;
        longestLine = Math.max(longestLine, waiting[game]);
    }

    private void onUpdate(Asked asked, Update<String> update) {
        if (update instanceof Update.Started<String>) {
            began(asked);
        } else if (update instanceof Update.Ended<String> ended) {
            if (ended.outcome().kind() == Outcome.Kind.ANSWERED) {
                slots.add(ended.telemetry().latency().toNanos());
            } else {
                turnedAway++;
                wait(asked.game, -1);
            }
        }
    }

    private void began(Asked asked) {
        wait(asked.game, -1);
        long poll = ++polls[asked.game];
        waits.computeIfAbsent(asked.priority, level -> new Waits()).add(time.nanos() - asked.at);
        if (asked.priority.equals(Priority.BACKGROUND)) {
            mostOfBound = Math.max(mostOfBound, (double) (poll - asked.polls) / asked.bound());
        }
    }

    /**
     * One request.
     *
     * @param before how many of its game waited when it came
     * @param polls how many of its game had been served when it came
     */
    private record Asked(int game, Priority priority, long at, int before, long polls) {
        /** Within so many polls of its line it is served, whatever else comes to it. */
        long bound() {
            return (long) PriorityLanes.OLDEST_AT_LATEST * (before + 1);
        }
    }
}
