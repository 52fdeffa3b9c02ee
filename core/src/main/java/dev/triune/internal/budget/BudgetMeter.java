/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.budget;

import dev.triune.GameClock;
import dev.triune.MindBudget;
import dev.triune.MindBudget.Spending;
import dev.triune.MindBudget.Unit;
import dev.triune.component.Layer;
import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.rule.SelectionRule.Purpose;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts what a world spends, and tells what it can still afford. Game thread only. */
public final class BudgetMeter {
    private static final Set<String> LAYERS =
            Arrays.stream(Layer.values()).map(Layer::label).collect(Collectors.toSet());

    /** Stands for summaries, reflections and whatever else nobody waits for. */
    private static final String BACKGROUND = "background";

    /** The part of the amount that is free at the beginning of a period. */
    private static final double BURST = 0.03;

    /** The part of the amount that is kept for players at the beginning of a period. */
    private static final double FOR_PLAYERS = 0.05;

    /** How many times its cost must be free before company may be asked for. */
    private static final double PLENTY = 3;

    /** How long a player waits for an answer to begin; less than the patience of its request. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What is set aside for a call, by the dearest one of its layer. */
    private static final double CAUTION = 1.2;

    /** What remains of the dearest call with each later one, so that a single one is forgotten. */
    private static final double FORGETTING = 0.99;

    /** The part of a period without a call, although there was money, that counts as a night. */
    private static final double NIGHT = 0.05;

    /** The meter of a world without a budget. */
    public static final BudgetMeter UNLIMITED = new BudgetMeter(null, new GameClock());

    private final @Nullable MindBudget budget;
    private final GameClock clock;
    private final long periodTicks;
    private final long patienceTicks;
    private final Map<Long, Call> calls = new HashMap<>();
    private final Map<String, Double> dearest = new HashMap<>();
    private final Map<String, Double> byLayer = new TreeMap<>();
    private long began = -1;
    private double spent;
    private double reserved;
    private double total;

    /** When the last call began; when the last night did, how long it was, and a day is; 0 if unknown. */
    private long calledAt;

    private long nightAt;
    private long night;
    private long day;

    /** A call that has not ended. */
    private static final class Call {
        final String layer;
        final double reserved;
        String provider = "";
        String model = "";

        Call(String layer, double reserved) {
            this.layer = layer;
            this.reserved = reserved;
        }
    }

    BudgetMeter(@Nullable MindBudget budget, GameClock clock) {
        this.budget = budget;
        this.clock = clock;
        this.patienceTicks = clock.ticks(PATIENCE);
        this.periodTicks = budget == null ? 0 : Math.max(1, clock.ticks(budget.period()));
    }

    /** Returns the meter of a world's broker; one that affords everything if it has no budget. */
    public static BudgetMeter of(Broker broker) {
        return broker instanceof MeteredBroker metered ? metered.meter : UNLIMITED;
    }

    /** Whether there is a budget. */
    public boolean isLimited() {
        return budget != null;
    }

    /** Whether a call for a purpose of a layer can be afforded now. */
    public boolean affords(Layer layer, Purpose purpose) {
        if (budget == null) {
            return true;
        }
        double times = purpose == Purpose.COMPANY ? PLENTY : 1;
        return affords(layer.label(), purpose == Purpose.PLAYER, times);
    }

    /** Whether a call that nobody waits for can be afforded now. */
    public boolean affordsBackground() {
        return budget == null || affords(BACKGROUND, false, PLENTY);
    }

    private boolean affords(String layer, boolean forPlayer, double times) {
        double amount = amount();
        double passed = beginPeriod();
        double left = amount - spent - reserved;
        double cost = estimate(layer);
        if (cost == 0) {
            return calls.isEmpty() && left > 0; // the first call shows what one costs
        }
        if (forPlayer) {
            return left >= cost;
        }
        double later = later();
        boolean nearlyOver = (1 - passed) * periodTicks < patienceTicks;
        double forPlayers = nearlyOver // whoever speaks now is answered in the next period
                ? 0
                : Math.max(amount * FOR_PLAYERS * (1 - passed), estimate(Layer.TALKER.label()));
        return left - later - forPlayers >= cost * times
                || (spent == 0 && calls.isEmpty() && left >= cost); // dearer than the burst
    }

    /**
     * Returns what is not free yet: as much of the amount as of the period's waking time is to come. What
     * becomes free while all sleep is spent in the morning, but the last morning may be in the next period.
     */
    private double later() {
        long end = began + periodTicks;
        return amount() * (1 - BURST) * waking(clock.tick(), end) / waking(began, end);
    }

    /** Returns the ticks of a span in which somebody is likely to want a call. */
    private double waking(long from, long to) {
        return day == 0 ? to - from : to - from - asleepBefore(to) + asleepBefore(from);
    }

    private long asleepBefore(long tick) {
        long since = tick - nightAt;
        return Math.floorDiv(since, day) * night + Math.min(Math.floorMod(since, day), night);
    }

    /** Notes that a call begins, and the night that it ends; two alike nights tell how long a day is. */
    private void noteCall(double cost) {
        beginPeriod();
        long now = clock.tick();
        long gap = now - calledAt;
        boolean affordable = amount() - spent - reserved - later() > 2 * cost;
        if (gap > NIGHT * periodTicks && gap < periodTicks / 2 && affordable) {
            boolean alike = Math.abs(gap - night) <= night / 4;
            long since = calledAt - nightAt;
            day = alike && since >= 2 * night ? since : 0;
            night = gap;
            nightAt = calledAt;
        }
        calledAt = now;
    }

    /** Returns the passed part of the current period, 0 to 1; begins the next one if it is over. */
    private double beginPeriod() {
        long now = clock.tick();
        if (began < 0 || now < began) { // the clock of a loaded world may go back
            began = now;
            calledAt = now;
            night = 0;
            day = 0;
        }
        if (now - began >= periodTicks) {
            began = now - (now - began) % periodTicks;
            spent = 0; // what is still set aside counts in the new period
        }
        return (double) (now - began) / periodTicks;
    }

    private double amount() {
        return budget == null ? Double.MAX_VALUE : budget.amount();
    }

    /** Returns what a call of a layer will hardly exceed; 0 if none has ended yet. */
    private double estimate(String layer) {
        if (budget != null && budget.unit() == Unit.CALLS) {
            return 1;
        }
        Double own = dearest.get(layer);
        return CAUTION * (own != null ? own : dearestOfAll());
    }

    private double dearestOfAll() {
        double most = 0;
        for (double cost : dearest.values()) {
            most = Math.max(most, cost);
        }
        return most;
    }

    /** Sets aside the cost of a call that is submitted. */
    void begin(long ticket, String layer) {
        Call call = new Call(layer, estimate(kindOf(layer)));
        noteCall(call.reserved);
        calls.put(ticket, call);
        reserved += call.reserved;
    }

    /** Returns whose calls cost about as much: a layer, or all that runs in the background. */
    private static String kindOf(String layer) {
        return LAYERS.contains(layer) ? layer : BACKGROUND;
    }

    /** Notes which model answers a call, and what it has cost when it ends. */
    void note(Update<?> update) {
        Call call = calls.get(update.ticket().number());
        if (call == null) {
            return;
        }
        if (update instanceof Update.Started<?> started) {
            call.provider = started.provider();
            call.model = started.model();
        } else if (update instanceof Update.Ended<?> ended) {
            calls.remove(update.ticket().number());
            end(call, ended.outcome());
        }
    }

    private void end(Call call, Outcome outcome) {
        beginPeriod();
        double cost = costOf(call, outcome);
        reserved = calls.isEmpty() ? 0 : reserved - call.reserved;
        spent += cost;
        total += cost;
        byLayer.merge(call.layer, cost, Double::sum);
        if (cost > 0) {
            dearest.merge(
                    kindOf(call.layer), cost, (most, own) -> Math.max(most * FORGETTING, own));
        }
    }

    private double costOf(Call call, Outcome outcome) {
        Usage usage = outcome.usage();
        boolean called = !call.model.isEmpty() || usage.total() > 0;
        if (budget == null || !called) {
            return 0;
        }
        return switch (budget.unit()) {
            case CALLS -> 1;
            case TOKENS -> usage.total();
            case USD ->
                budget.prices().pricesFor(call.provider, call.model).cost(usage).doubleValue();
        };
    }

    /** Returns what was spent; null without a budget. */
    public @Nullable Spending spending() {
        if (budget == null) {
            return null;
        }
        beginPeriod();
        return new Spending(budget, spent, total, byLayer);
    }
}
