/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import static dev.triune.village.lab.bench.PlanSituation.DARK;
import static dev.triune.village.lab.bench.PlanSituation.FIRE;
import static dev.triune.village.lab.bench.PlanSituation.FOOD;
import static dev.triune.village.lab.bench.PlanSituation.PLAYER;
import static dev.triune.village.lab.bench.PlanSituation.WORK;

import dev.triune.action.Step;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SharedGatewayStatus;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBrokers;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the plans of a model in situations of villages that live by the offline mind, the same
 * situations for each model. A village stands still while the model thinks; then everybody lives on
 * by the offline mind, and talks, while the plan is carried out. One thread only.
 */
public final class PlanBenchmark implements BrokerListener {
    private static final int PER_VILLAGE = 10;
    private static final int VILLAGERS = 8;
    private static final int LONGEST_WAIT = 100;
    private static final int LONGEST_BUSY = 100;
    private static final int LONGEST_PLAN = Calendar.TICKS_PER_DAY;
    private static final Duration TURN = Duration.ofMillis(50);
    private static final long PARK_NANOS = 200_000;

    /** The situations of each village, and their times in half hours after six in the morning. */
    private static final PlanSituation[] KINDS = {
        WORK, FOOD, PLAYER, FIRE, WORK, PLAYER, FOOD, FIRE, DARK, DARK
    };

    private static final int[] TIMES = {2, 5, 8, 11, 14, 17, 20, 23, 30, 31};

    private static final String[] GROWN = {"wood", "stone", "berries", "water"};

    private final boolean real;
    private final PlanScores scores;
    private final VirtualTime simulated = new VirtualTime();
    private final Broker broker;
    private boolean ended;

    private PlanBenchmark(MindSource model) {
        real = model.isRemote();
        scores = new PlanScores(real);
        broker = new VillageBrokers.Connection(
                        new SimulationSettings(1, 1, !real, model),
                        real ? Ticker.system() : simulated,
                        real ? null : simulated,
                        this,
                        new SharedGatewayStatus(),
                        () -> FaultMode.NONE,
                        () -> null,
                        scores::timed,
                        null)
                .open();
    }

    /**
     * Puts a model into situations.
     *
     * @throws dev.triune.llm.ConfigException if a provider cannot be opened
     */
    public static PlanScores run(MindSource model, Situations situations) {
        PlanBenchmark benchmark = new PlanBenchmark(model);
        try {
            int from = situations.first() - 1;
            while (from < situations.last()) {
                int end = Math.min(situations.last(), (from / PER_VILLAGE + 1) * PER_VILLAGE);
                benchmark.visit(from, end);
                from = end;
            }
        } finally {
            benchmark.broker.close();
        }
        return benchmark.scores;
    }

    /** Lets a village live through its first or second day, and stops for each situation. */
    private void visit(int first, int end) {
        int number = first / PER_VILLAGE;
        long morning = number % 2 * (long) Calendar.TICKS_PER_DAY;
        SimulationSettings settings = SimulationSettings.offline(1L + number);
        try (VillageSimulation life = new VillageBuilder(settings).build()) {
            for (int i = first; i < end; i++) {
                long moment = morning + TIMES[i % PER_VILLAGE] * Calendar.TICKS_PER_HOUR / 2;
                while (life.ticks() < moment) {
                    life.tick();
                }
                int waits = 0;
                while (!ask(i, settings, saved(life))) {
                    if (++waits == LONGEST_BUSY) {
                        throw new IllegalStateException("nobody is free in situation " + (i + 1));
                    }
                    for (int tick = 0; tick < LONGEST_WAIT; tick++) {
                        life.tick();
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("a village could not be saved", e);
        }
    }

    private static byte[] saved(VillageSimulation village) throws IOException {
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        village.save(save);
        return save.toByteArray();
    }

    /** Has the first villager who is free plan in a copy of the village; returns whether one is. */
    private boolean ask(int index, SimulationSettings settings, byte[] save) throws IOException {
        PlanSituation situation = KINDS[index % PER_VILLAGE];
        for (int tries = 0; tries < VILLAGERS; tries++) {
            PlanAttempt attempt = new PlanAttempt(index + 1, situation, order(index));
            // never closed, as that would close the broker
            VillageSimulation village = new VillageBuilder(settings.with(new MindSource.None()))
                    .broker(unused -> broker)
                    .observer(attempt)
                    .load(new ByteArrayInputStream(save));
            ended = false;
            int number = (index + index / PER_VILLAGE + tries) % VILLAGERS;
            boolean free = attempt.begin(village, village.villagers()[number]);
            for (int i = 0; free && i < LONGEST_WAIT && !attempt.isAsked(); i++) {
                village.tick();
            }
            if (attempt.isAsked()) {
                finish(village, settings, attempt);
                return true;
            }
        }
        return false;
    }

    private void finish(VillageSimulation village, SimulationSettings settings, PlanAttempt attempt)
            throws IOException {
        while (!ended) {
            awaitAnswer();
        }
        for (int i = 0; i < LONGEST_WAIT && !attempt.isAnswered(); i++) {
            village.tick();
        }
        if (attempt.hasPlan()) {
            live(village, settings, attempt);
        }
        scores.add(attempt);
    }

    /** Lets everybody live on by rules in a copy of the village, until the plan is settled. */
    static void live(VillageSimulation asked, SimulationSettings settings, PlanAttempt attempt)
            throws IOException {
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        asked.save(save);
        try (VillageSimulation village =
                new VillageBuilder(settings).load(new ByteArrayInputStream(save.toByteArray()))) {
            attempt.live(village);
            for (int i = 0; i < LONGEST_PLAN && !attempt.isOver(); i++) {
                village.tick();
            }
        }
    }

    /** Returns what the player asks for in a situation: a resource or a place. */
    private static Step order(int index) {
        int turn = index / PER_VILLAGE;
        return index % 2 == 0
                ? Step.of("gather").with("target", GROWN[turn % GROWN.length])
                : Step.of("go_to").with("place", Place.labels()[turn % Place.values().length]);
    }

    private void awaitAnswer() {
        if (broker.doWork() == 0) {
            if (real) {
                LockSupport.parkNanos(PARK_NANOS);
            } else {
                simulated.advance(TURN);
            }
        }
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        scores.measured(telemetry);
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        ended = true;
        scores.ended(outcome);
    }
}
