/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.PriceCatalog;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What all minds of a world may spend in a time: {@code MindBudget.usd(0.05).perHour()}. It does not run
 * dry: it becomes free evenly over the time, or over its waking hours once two alike nights without a
 * wish for a call have passed, and if that is not enough, minds first begin fewer talks of
 * their own and reflect less, then wait longer for plans, meanwhile with habits and the game's {@link
 * dev.triune.action.Routine}. A part is kept for players, whose lines are answered as long as anything
 * is left. Immutable.
 *
 * <p>Counted are the calls of all layers, summaries and reflections; not the embeddings of memories,
 * whose price is a hundredth of theirs. The cost of a call is known when it ends; before that, a little
 * more than the dearest of the same layer is set aside, and the first one alone is let through.
 *
 * @param unit what is counted
 * @param amount how much of it, more than 0
 * @param period the game time in which it may be spent, from the first look at it on; at least a second
 * @param prices for {@link Unit#USD}: the prices of the models
 */
public record MindBudget(Unit unit, double amount, Duration period, PriceCatalog prices) {
    /** What a budget counts. */
    public enum Unit {
        /** Cost in US dollars, by reported or estimated tokens. */
        USD,
        /** Tokens of prompts and answers, cached ones too. */
        TOKENS,
        /** Calls of models. */
        CALLS
    }

    /** Refuses numbers out of range. */
    public MindBudget {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(period, "period");
        if (!(amount > 0) || Double.isInfinite(amount)) {
            throw new IllegalArgumentException("budget " + amount + " (expected more than 0)");
        }
        if (period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "period of a budget " + period + " (expected a second or more)");
        }
    }

    /** Creates a budget of US dollars an hour, at the {@link PriceCatalog#orientation()} prices. */
    public static MindBudget usd(double amount) {
        return of(Unit.USD, amount);
    }

    /** Creates a budget of tokens an hour. */
    public static MindBudget tokens(double amount) {
        return of(Unit.TOKENS, amount);
    }

    /** Creates a budget of calls an hour. */
    public static MindBudget calls(double amount) {
        return of(Unit.CALLS, amount);
    }

    /**
     * Returns the budget of the section {@code layers} of a configuration file, at its prices; empty if
     * it has none.
     *
     * @throws dev.triune.llm.ConfigException if anything is wrong with it
     */
    public static Optional<MindBudget> of(BrokerConfig file) {
        ConfigSection layers = file.layers();
        LayerOverrides.read(layers);
        layers.throwIfInvalid();
        return LayerOverrides.readBudget(layers)
                .map(each -> each.at(file.prices().orElse(PriceCatalog.orientation())));
    }

    private static MindBudget of(Unit unit, double amount) {
        return new MindBudget(unit, amount, Duration.ofHours(1), PriceCatalog.orientation());
    }

    /** Returns a copy for each hour of game time. */
    public MindBudget perHour() {
        return per(Duration.ofHours(1));
    }

    /** Returns a copy for another time, such as that of a session. */
    public MindBudget per(Duration time) {
        return new MindBudget(unit, amount, time, prices);
    }

    /** Returns a copy at other prices. A model without a price costs what the catalog's fallback says. */
    public MindBudget at(PriceCatalog other) {
        return new MindBudget(unit, amount, period, other);
    }

    /**
     * What was spent, in the budget's unit. Immutable.
     *
     * @param budget the budget
     * @param now in the current period
     * @param total since the world was built
     * @param byLayer the total by layer: {@code talker}, {@code executor}, {@code summary}, {@code
     *     reflection} and so on
     */
    public record Spending(
            MindBudget budget, double now, double total, Map<String, Double> byLayer) {
        /** Copies the map. */
        public Spending {
            byLayer = Map.copyOf(byLayer);
        }
    }
}
