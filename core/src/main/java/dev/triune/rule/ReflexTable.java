/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.internal.check.Ranges;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The reflexes of a game: rows of the standard table, and rules of its own. If several are active,
 * the one of the highest priority wins; among equal priorities a standard row goes first, then the
 * rule that was added first. Immutable if its rules are.
 *
 * <pre>{@code
 * ReflexTable.standard()
 *         .without(Reflex.BORED)
 *         .replacing(Reflex.HUNGRY, new EatTogether())
 *         .with(new Thirst())
 * }</pre>
 */
public final class ReflexTable {
    /** The maximum number of reflexes, because one bit of an int remembers each. */
    public static final int LIMIT = 31;

    /** The maximum number of a game's own rules, also if standard rows are left out. */
    public static final int CUSTOM_LIMIT = LIMIT - Reflex.values().length;

    private static final ReflexTable STANDARD =
            new ReflexTable(Thresholds.DEFAULT, EnumSet.allOf(Reflex.class), List.of(), 0);
    private static final Comparator<Trigger> BY_IMPORTANCE =
            Comparator.comparingInt(Trigger::priority).reversed();

    private final Thresholds thresholds;
    private final Set<Reflex> standardReflexes;
    private final List<ReflexRule> customRules;
    private final double needsChange;

    private ReflexTable(
            Thresholds thresholds, Set<Reflex> rows, List<ReflexRule> rules, double needsChange) {
        this.thresholds = thresholds;
        this.standardReflexes = rows;
        this.customRules = rules;
        this.needsChange = needsChange;
    }

    /** Returns the whole standard table with its thresholds. */
    public static ReflexTable standard() {
        return STANDARD;
    }

    /** Returns a table of some standard rows only; of none for a game without such needs. */
    public static ReflexTable of(Reflex... rows) {
        Set<Reflex> chosen = EnumSet.noneOf(Reflex.class);
        chosen.addAll(List.of(rows));
        return new ReflexTable(Thresholds.DEFAULT, chosen, List.of(), 0);
    }

    /** Returns a copy with other thresholds for the standard rows. */
    public ReflexTable thresholds(Thresholds value) {
        return new ReflexTable(
                Objects.requireNonNull(value, "thresholds"),
                standardReflexes,
                customRules,
                needsChange);
    }

    /**
     * Returns a copy that checks an agent only when a reflex can begin or end, instead of in each
     * tick: after the time in which a need may reach a threshold. Behaviours stay the same if the
     * game reports all else with {@link AutonomicSystem#recheck} or {@link
     * LLMSchedulerSystem#markDirty}: flags, jumps of a need, its own writes into {@link Behavior},
     * and what its own rules read. A change that is not reported is noticed within 10 s.
     *
     * @param perSecond the most that a need, which is 0 to 1, rises or falls in a second, evenly
     *     from tick to tick; more than 0
     */
    public ReflexTable needsChangeAtMost(double perSecond) {
        if (!(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("needs that change by at most " + perSecond
                    + " in a second (expected more than 0, for example 0.02)");
        }
        return new ReflexTable(thresholds, standardReflexes, customRules, perSecond);
    }

    /** Returns the most that a need changes in a second; 0 if agents are checked in each tick. */
    public double needsChange() {
        return needsChange;
    }

    /**
     * Returns a copy with one more rule. Saves refer to rules by their order.
     *
     * @throws IllegalArgumentException if the rule is incomplete, if its name is taken, or if there
     *     are already {@link #CUSTOM_LIMIT} rules
     */
    public ReflexTable with(ReflexRule rule) {
        List<ReflexRule> all = new ArrayList<>(customRules);
        all.add(rule);
        return with(all, rule);
    }

    /** Returns a copy without a trigger; refuses one that is not in the table. */
    public ReflexTable without(Trigger trigger) {
        requireKnown(trigger);
        List<ReflexRule> others = new ArrayList<>(customRules);
        others.remove(trigger);
        Set<Reflex> left = EnumSet.noneOf(Reflex.class);
        left.addAll(standardReflexes);
        left.remove(trigger);
        return new ReflexTable(thresholds, left, List.copyOf(others), needsChange);
    }

    /**
     * Returns a copy with a rule in place of another; in place of a standard row it comes after
     * other rules of the same priority.
     *
     * @throws IllegalArgumentException if the other is not in the table, or for the reasons of
     *     {@link #with}
     */
    public ReflexTable replacing(Trigger other, ReflexRule rule) {
        int place = customRules.indexOf(other);
        ReflexTable rest = without(other);
        List<ReflexRule> all = new ArrayList<>(rest.customRules);
        all.add(place < 0 ? all.size() : place, rule);
        return rest.with(all, rule);
    }

    /** Returns the thresholds of the standard rows. */
    public Thresholds thresholds() {
        return thresholds;
    }

    /** Returns all triggers, the most important first: the order in which they win. */
    public List<Trigger> triggers() {
        List<Trigger> all = new ArrayList<>(standardReflexes);
        all.addAll(customRules);
        all.sort(BY_IMPORTANCE); // stable
        return List.copyOf(all);
    }

    /** Returns the standard rows in this table. */
    public Set<Reflex> standardReflexes() {
        return standardReflexes;
    }

    /** Returns the game's own rules, the most important first. */
    public List<ReflexRule> customRules() {
        return customRules.stream().sorted(BY_IMPORTANCE).toList(); // stable
    }

    private ReflexTable with(List<ReflexRule> all, ReflexRule added) {
        requireComplete(added);
        for (Trigger other : triggers()) {
            if (other.name().equals(added.name())) {
                throw new IllegalArgumentException("there are two reflexes \"" + added.name()
                        + "\" (expected another name, or replacing the one that is there)");
            }
        }
        if (all.size() > CUSTOM_LIMIT) {
            throw new IllegalArgumentException("reflex \"" + added.name() + "\" is number "
                    + all.size() + " of the game's own (expected at most " + CUSTOM_LIMIT + ")");
        }
        return new ReflexTable(thresholds, standardReflexes, List.copyOf(all), needsChange);
    }

    private void requireKnown(Trigger trigger) {
        List<Trigger> all = triggers();
        if (!all.contains(trigger)) {
            List<String> names = all.stream().map(Trigger::name).toList();
            throw new IllegalArgumentException("reflex \"" + trigger.name()
                    + "\" is not among the reflexes (expected one of " + names + ")");
        }
    }

    private static void requireComplete(ReflexRule rule) {
        if (isBlank(rule.name()) || isBlank(rule.behavior())) {
            throw new IllegalArgumentException("reflex \"" + rule.name() + "\" begins \""
                    + rule.behavior() + "\" (expected a name and a behaviour)");
        }
        int most = rule.pastime() ? Behavior.STEP_PRIORITY - 1 : Integer.MAX_VALUE;
        if (rule.priority() < 1 || rule.priority() > most) {
            throw new IllegalArgumentException("reflex \"" + rule.name() + "\" has priority "
                    + rule.priority() + " (expected 1 or more"
                    + (rule.pastime() ? ", and as a pastime at most " + most : "") + ")");
        }
    }

    private static boolean isBlank(String word) {
        return Objects.requireNonNull(word, "name and behavior of a reflex").isBlank();
    }

    /**
     * The thresholds at which the standard reflexes start and end. Immutable.
     *
     * @param exhausted energy, for forced_sleep
     * @param collapsing sleep drive, upwards, for forced_sleep
     * @param uncomfortable temperature, for seek_warmth and seek_cooling
     * @param wounded health, for flee_to_home
     * @param tired energy, for seek_sleep
     * @param starving hunger, for seek_food at once
     * @param bedtime sleep drive, upwards, for seek_sleep while it is bedtime
     * @param hungry hunger, for seek_food
     * @param sleepy sleep drive, upwards, for seek_sleep at any time
     * @param bored game time of idling before wander; zero or more
     * @param restless game time of wandering before explore, and of exploring before rest; zero or
     *     more
     */
    public record Thresholds(
            Threshold exhausted,
            Threshold collapsing,
            Threshold uncomfortable,
            Threshold wounded,
            Threshold tired,
            Threshold starving,
            Threshold bedtime,
            Threshold hungry,
            Threshold sleepy,
            Duration bored,
            Duration restless) {
        /** The thresholds of the standard table. */
        public static final Thresholds DEFAULT = new Thresholds(
                new Threshold(0, 0.25f),
                new Threshold(0.85f, 0.3f),
                new Threshold(0.2f, 0.4f),
                new Threshold(0.3f, 0.5f),
                new Threshold(0.15f, 0.6f),
                new Threshold(0.1f, 0.3f),
                new Threshold(0.5f, 0.1f),
                new Threshold(0.6f, 0.85f),
                new Threshold(0.7f, 0.2f),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10));

        /** Refuses thresholds that end before they start or are no numbers, and negative times. */
        public Thresholds {
            falling("exhausted", exhausted);
            rising("collapsing", collapsing);
            falling("uncomfortable", uncomfortable);
            falling("wounded", wounded);
            falling("tired", tired);
            falling("starving", starving);
            rising("bedtime", bedtime);
            falling("hungry", hungry);
            rising("sleepy", sleepy);
            Ranges.notNegative("bored", bored);
            Ranges.notNegative("restless", restless);
        }

        /** The values at which a reflex starts and ends; the gap prevents flickering. */
        public record Threshold(float enter, float leave) {}

        private static void falling(String name, Threshold threshold) {
            numbers(name, threshold);
            if (threshold.leave() < threshold.enter()) {
                throw new IllegalArgumentException(name + " starts at " + threshold.enter()
                        + " and ends at " + threshold.leave() + " (expected at or above it)");
            }
        }

        private static void rising(String name, Threshold threshold) {
            numbers(name, threshold);
            if (threshold.leave() > threshold.enter()) {
                throw new IllegalArgumentException(name + " starts at " + threshold.enter()
                        + " and ends at " + threshold.leave() + " (expected at or below it)");
            }
        }

        private static void numbers(String name, Threshold threshold) {
            if (Float.isNaN(threshold.enter()) || Float.isNaN(threshold.leave())) {
                throw new IllegalArgumentException(name + " starts at " + threshold.enter()
                        + " and ends at " + threshold.leave() + " (expected two numbers)");
            }
        }
    }

    /** The trigger of a reflex, a {@link Reflex} or a {@link ReflexRule}. Its values never change. */
    public interface Trigger {
        /** Returns the name, not blank, unique in a {@link ReflexTable}. */
        String name();

        /**
         * Returns the name of the behaviour to begin, not blank. Several triggers may begin the same.
         */
        String behavior();

        /**
         * Returns the priority, 1 or more. The standard table goes from 10 to 100; a plan step has
         * priority {@value dev.triune.component.Behavior#STEP_PRIORITY}, and only reflexes above that
         * interrupt it.
         */
        int priority();

        /** Whether a reflex of higher priority may interrupt the behaviour. */
        boolean interruptible();

        /** Whether boredom, not a need, is the cause: plan steps take precedence. */
        boolean pastime();

        /** Whether agents remember that it acted, as they do of all but pastimes unless overridden. */
        default boolean remembered() {
            return !pastime();
        }
    }
}
