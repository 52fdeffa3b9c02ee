/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * One game and what it asks. What it wishes depends on its seed alone: the same games ask the same
 * whoever serves them, only that a backlogged one asks for more as soon as something is over. Told
 * to wait by a cooldown, it keeps the request at home and comes again after that time.
 */
final class GameLoad {
    /** How a game asks. */
    enum Habit {
        /** It always has {@value GameLoad#BACKLOG} requests open at each provider. */
        BACKLOGGED,
        /** {@value GameLoad#BURST} requests at once, every 30 to 120 s. */
        BURSTY,
        /** One request every 5 to 15 minutes. */
        IDLE
    }

    private static final int BACKLOG = 20;
    private static final int BURST = 8;
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);
    private static final String TEXT = "x".repeat(8_000);

    final String name;
    final Habit habit;
    private final int leastLength;
    private final int mostLength;
    private final RandomGenerator moments;
    private final Counter[] counters;
    private final HourReport report;
    private final CancelToken connection = new CancelToken();
    private long nextWish;
    private long nextHeartbeat;
    private long wishes;

    /**
     * A game.
     *
     * @param leastLength characters of its prompts, at the least
     * @param mostLength the same, at the most, 8,000 or fewer
     */
    GameLoad(
            String name,
            Habit habit,
            int leastLength,
            int mostLength,
            String[] models,
            HourReport report,
            long seed) {
        this.name = name;
        this.habit = habit;
        this.leastLength = leastLength;
        this.mostLength = mostLength;
        this.report = report;
        this.moments = new Random(seed);
        SplittableRandom seeds = new SplittableRandom(seed);
        this.counters = new Counter[models.length];
        for (int i = 0; i < models.length; i++) {
            counters[i] = new Counter(models[i], new Random(seeds.nextLong()));
        }
    }

    /** How many requests it has wished for so far. */
    long wishes() {
        return wishes;
    }

    /** Loses its connection, so that nobody waits for its answers any more. */
    void disconnect() {
        connection.cancel();
    }

    /** Creates requests, submits the permitted ones and sends a heartbeat. */
    void tick(Desk desk, long now) {
        if (now >= nextHeartbeat) {
            nextHeartbeat = now + HEARTBEAT.toNanos();
            desk.heartbeat(name);
        }
        wish(now);
        for (Counter counter : counters) {
            counter.send(desk, now);
        }
    }

    private void wish(long now) {
        if (habit == Habit.BACKLOGGED) {
            for (Counter counter : counters) {
                while (counter.open < BACKLOG) {
                    counter.wish(now);
                }
            }
        } else if (now >= nextWish) {
            // the first time only chooses when to begin
            int wishes = nextWish == 0 ? 0 : habit == Habit.BURSTY ? BURST : 1;
            int least = habit == Habit.BURSTY ? 30 : 300;
            nextWish = now
                    + Duration.ofSeconds(moments.nextInt(least, least == 30 ? 120 : 900))
                            .toNanos();
            for (int i = 0; i < wishes; i++) {
                counters[moments.nextInt(counters.length)].wish(now);
            }
        }
    }

    /** A wish, and when it came up. */
    private record Wish(Priority priority, int length, int maxTokens, long at) {}

    /** Its requests for one model. */
    private final class Counter {
        private final String model;
        private final RandomGenerator sizes;
        private final Deque<Wish> atHome = new ArrayDeque<>();

        /** Wishes that are not over. */
        private int open;

        private boolean toldToWait;
        private long nextAllowed = Long.MIN_VALUE;

        Counter(String model, RandomGenerator sizes) {
            this.model = model;
            this.sizes = sizes;
        }

        void wish(long now) {
            open++;
            wishes++;
            atHome.addLast(new Wish(
                    Priority.of(1 + sizes.nextInt(mostUrgent())),
                    sizes.nextInt(leastLength, mostLength + 1),
                    sizes.nextInt(200, 600),
                    now));
        }

        /**
         * Emergencies go before a game's turn, on credit: a game that always asks has none here.
         */
        private int mostUrgent() {
            return habit == Habit.BACKLOGGED ? Priority.MAX - 1 : Priority.MAX;
        }

        /** One at a time once it knows of a cooldown: the next would only be turned away. */
        void send(Desk desk, long now) {
            while (!atHome.isEmpty() && now >= nextAllowed) {
                submit(desk, atHome.removeFirst());
                if (toldToWait) {
                    break;
                }
            }
        }

        private void submit(Desk desk, Wish wish) {
            String text = TEXT.substring(0, wish.length);
            HourReport.Line line = report.line(GameLoad.this, wish.priority, wish.at);
            desk.submit(
                    Request.text(model)
                            .tenant(name)
                            .cancelToken(connection)
                            .maxTokens(wish.maxTokens)
                            .priority(wish.priority)
                            .prompt(() -> Prompt.of(text))
                            .build(),
                    update -> onUpdate(wish, line, update));
        }

        private void onUpdate(Wish wish, HourReport.Line line, Update<String> update) {
            if (update instanceof Update.Started<String>) {
                line.started();
            } else if (update instanceof Update.Ended<String> ended) {
                if (ended.outcome() instanceof Outcome.Rejected rejected
                        && rejected.reason() == Outcome.RejectReason.GAME_COOLDOWN) {
                    report.turnedAway();
                    toldToWait = true;
                    nextAllowed = report.now() + rejected.retryAfter().toNanos();
                    atHome.addFirst(wish);
                } else {
                    open--;
                    line.ended(ended.outcome(), ended.telemetry().usage().total());
                }
            }
        }
    }
}
