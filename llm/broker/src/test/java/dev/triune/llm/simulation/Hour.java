/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.VirtualTime;
import dev.triune.llm.simulation.GameLoad.Habit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Eight games in front of one desk, 20 ticks a second: three that always want more, with small,
 * large and mixed requests, three that come in bursts and two that hardly ask.
 */
final class Hour {
    /** How long the scenario is: {@code -Dsimulation.hours}, 1 unless set. */
    static final Duration LENGTH = Duration.ofHours(Long.getLong("simulation.hours", 1));

    private static final Duration TICK = Duration.ofMillis(50);

    final TwoProviders providers;
    final HourReport report;
    final List<GameLoad> games = new ArrayList<>();

    /** Those that send nothing and show no sign of life any more. */
    final List<GameLoad> silent = new ArrayList<>();

    private final VirtualTime time;
    private final Desk desk;

    Hour(TwoProviders providers, Desk desk, long seed) {
        this.providers = providers;
        this.time = providers.time;
        this.desk = desk;
        this.report = new HourReport(time);
        addGame(Habit.BACKLOGGED, 400, 1_200, seed);
        addGame(Habit.BACKLOGGED, 2_000, 6_000, seed);
        addGame(Habit.BACKLOGGED, 400, 4_400, seed);
        for (int i = 0; i < 3; i++) {
            addGame(Habit.BURSTY, 400, 2_000, seed);
        }
        for (int i = 0; i < 2; i++) {
            addGame(Habit.IDLE, 400, 2_000, seed);
        }
    }

    private void addGame(Habit habit, int leastLength, int mostLength, long seed) {
        int number = games.size();
        games.add(new GameLoad(
                "game-" + number,
                habit,
                leastLength,
                mostLength,
                TwoProviders.MODELS,
                report,
                100 * seed + number));
    }

    List<GameLoad> gamesThatAre(Habit habit) {
        return games.stream().filter(game -> game.habit == habit).toList();
    }

    long now() {
        return time.nanos();
    }

    /** Goes on for that long. */
    void run(Duration length) {
        long until = time.nanos() + length.toNanos();
        while (time.nanos() < until) {
            time.advance(TICK);
            for (GameLoad game : games) {
                if (!silent.contains(game)) {
                    game.tick(desk, time.nanos());
                }
            }
            desk.work();
        }
    }

    /** The share of the requests that alpha allows which it has served so far. */
    double usedOfAlpha(Duration length) {
        return usedOf(providers.alpha.admitted(), TwoProviders.REQUESTS[0], length);
    }

    /** The share of the tokens that beta allows which it has counted so far. */
    double usedOfBeta(Duration length) {
        return usedOf(providers.beta.tokensCounted(), TwoProviders.TOKENS[1], length);
    }

    private static double usedOf(long counted, int perMinute, Duration length) {
        return (double) counted / perMinute / length.toMinutes();
    }
}
