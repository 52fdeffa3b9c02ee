/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.GameClock;
import dev.triune.MindBudget;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import dev.triune.rule.SelectionRule.Purpose;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A meter under demands that exceed the budget, and that do not. */
class BudgetMeterTest {
    private static final int SECOND = 20;
    private static final int HOUR = 3_600 * SECOND;
    private static final int DAY = HOUR / 3;
    private static final int ANSWER = 2 * SECOND;
    private static final Telemetry NOTHING_MEASURED =
            new Telemetry("", 0, Duration.ZERO, 0, Duration.ZERO, Usage.NONE, false, "");
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("cheap", TokenPrices.of("0.075", "0.0375", "0.30")),
            TokenPrices.of("1", "1", "1"));

    private final GameClock clock = new GameClock();
    private long tickets;

    /** A call that will end. */
    private record Due(long tick, long ticket, Layer layer) {}

    private final Deque<Due> running = new ArrayDeque<>();

    /** A game whose agents want more than they may have. */
    private final class Crowd {
        private final Random random;
        private final BudgetMeter meter;
        private final int every;
        private long asked;
        private long answered;
        private long plans;
        private long company;
        private int patience;

        /** How long they are awake of each {@link #DAY}. */
        private int awake = DAY;

        /** {@code every} so many ticks there is a wish for a plan and one for company. */
        Crowd(MindBudget budget, int every, long seed) {
            this.meter = new BudgetMeter(budget, clock);
            this.every = every;
            this.random = new Random(seed);
        }

        void tick() {
            clock.advance();
            while (!running.isEmpty() && running.peek().tick <= clock.tick()) {
                end(running.remove());
            }
            if (clock.tick() % DAY >= awake) {
                return;
            }
            if (clock.tick() % (180 * SECOND) == 0) { // a player speaks every three minutes
                asked++;
                patience = 15 * SECOND;
            }
            if (patience-- > 0 && wish(Layer.TALKER, Purpose.PLAYER) == 1) {
                answered++;
                patience = 0;
            }
            if (clock.tick() % every == 0) {
                company += wish(Layer.TALKER, Purpose.COMPANY);
                plans += wish(Layer.EXECUTOR, Purpose.PLAN);
            }
        }

        private int wish(Layer layer, Purpose purpose) {
            if (!meter.affords(layer, purpose)) {
                return 0;
            }
            meter.begin(++tickets, layer.label());
            running.add(new Due(clock.tick() + ANSWER, tickets, layer));
            return 1;
        }

        private void end(Due call) {
            Ticket ticket = new Ticket(call.ticket);
            meter.note(new Update.Started<>(ticket, "somewhere", "cheap", List.of()));
            int prompt = (call.layer == Layer.EXECUTOR ? 2_300 : 1_400) + random.nextInt(600);
            Usage usage = new Usage(prompt, 0, 0, 40 + random.nextInt(200));
            meter.note(new Update.Ended<>(
                    ticket, new Outcome.Answered("somewhere", "cheap", usage), NOTHING_MEASURED));
        }

        double spent() {
            return meter.spending().now();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.2})
    void spendsNearlyAllOfEachHourAndNeverMoreAndAnswersEveryPlayer(double usd) {
        Crowd crowd = new Crowd(MindBudget.usd(usd).perHour().at(PRICES), SECOND / 2, 4_711);
        for (int hour = 0; hour < 3; hour++) {
            double most = 0;
            for (int tick = 1; tick < HOUR; tick++) {
                crowd.tick();
                most = Math.max(most, crowd.spent());
            }
            assertThat(most / usd).as("hour " + hour).isBetween(0.95, 1.0);
            crowd.tick();
        }
        for (int tick = 0; tick < 15 * SECOND; tick++) { // the last of them
            crowd.tick();
        }
        assertThat(crowd.answered).isEqualTo(crowd.asked);
        assertThat(crowd.plans).isPositive();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.05})
    void whatBecomesFreeInTheLastNightIsSpentBeforeIt(double usd) {
        Crowd crowd = new Crowd(MindBudget.usd(usd).perHour().at(PRICES), SECOND / 2, 4_716);
        crowd.awake = DAY * 27 / 40;
        for (int hour = 0; hour < 3; hour++) {
            double most = 0;
            double atNoon = 0;
            for (int tick = 1; tick < HOUR; tick++) {
                crowd.tick();
                most = Math.max(most, crowd.spent());
                atNoon = tick == 2 * DAY + crowd.awake / 2 ? most : atNoon;
            }
            assertThat(most / usd).as("hour " + hour).isBetween(0.95, 1.0);
            assertThat(atNoon / usd).as("hour " + hour).isBetween(0.75, 0.9);
            crowd.tick();
        }
        assertThat(crowd.answered).isEqualTo(crowd.asked);
    }

    @Test
    void companyEndsBeforePlansWhenItBecomesScarce() {
        MindBudget budget = MindBudget.usd(0.05).at(PRICES);
        Crowd rare = new Crowd(budget, 30 * SECOND, 4_712);
        for (int tick = 0; tick < HOUR; tick++) {
            rare.tick();
        }
        assertThat(rare.company).as("it suffices for both").isGreaterThan(rare.plans * 4 / 5);
        running.clear();
        Crowd often = new Crowd(budget, SECOND, 4_713);
        for (int tick = 0; tick < HOUR; tick++) {
            often.tick();
        }
        assertThat(often.company).isLessThan(often.plans / 5);
    }

    @Test
    void itBecomesFreeEvenly() {
        Crowd crowd = new Crowd(MindBudget.usd(0.05).at(PRICES), SECOND, 4_714);
        for (int quarter = 1; quarter <= 4; quarter++) {
            for (int tick = 0; tick < HOUR / 4 - 1; tick++) {
                crowd.tick();
            }
            assertThat(crowd.spent() / 0.05).isCloseTo(quarter / 4.0, within(0.06));
        }
    }

    @Test
    void firstCallIsAloneUntilItsCostIsKnown() {
        Crowd crowd = new Crowd(MindBudget.tokens(100_000), SECOND, 4_715);
        assertThat(crowd.wish(Layer.EXECUTOR, Purpose.PLAN)).isOne();
        assertThat(crowd.wish(Layer.TALKER, Purpose.TALK)).isZero();
        crowd.end(running.remove());
        assertThat(crowd.wish(Layer.TALKER, Purpose.PLAYER)).isOne();
        assertThat(crowd.meter.spending().byLayer()).containsOnlyKeys("executor");
    }

    @Test
    void callsAreCountedWhateverTheyCost() {
        Crowd crowd = new Crowd(MindBudget.calls(120), SECOND, 4_716);
        for (int tick = 0; tick < HOUR - 1; tick++) {
            crowd.tick();
        }
        assertThat(crowd.spent()).isBetween(114.0, 120.0);
    }

    @Test
    void withdrawnCallCostsNothing() {
        Crowd crowd = new Crowd(MindBudget.calls(120), SECOND, 4_717);
        crowd.wish(Layer.EXECUTOR, Purpose.PLAN);
        crowd.meter.note(new Update.Ended<>(
                new Ticket(tickets), new Outcome.Cancelled(true), NOTHING_MEASURED));
        assertThat(crowd.spent()).isZero();
    }

    @Test
    void budgetOfASessionIsSpreadOverTheSession() {
        Crowd crowd = new Crowd(MindBudget.calls(300).per(Duration.ofHours(3)), SECOND, 4_718);
        for (int tick = 0; tick < HOUR; tick++) {
            crowd.tick();
        }
        assertThat(crowd.spent()).isBetween(80.0, 110.0);
    }
}
