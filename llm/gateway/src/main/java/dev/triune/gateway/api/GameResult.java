/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.Outcome;
import dev.triune.llm.Telemetry;
import java.util.Optional;

/**
 * How a request ended: with an answer or with a problem. Immutable.
 *
 * @param answered the answer, if it is one
 * @param problem what went wrong, if it is none
 * @param telemetry what it took, if the broker took it
 * @param cooldownNotices what its game is told about the next one, likewise
 */
public record GameResult(
        Optional<Outcome.Answered> answered,
        Optional<Problem> problem,
        Optional<Telemetry> telemetry,
        Optional<CooldownNotice> cooldownNotices) {

    /** As the broker tells it. */
    static GameResult of(
            Outcome outcome, Telemetry telemetry, Optional<CooldownNotice> cooldownNotices) {
        boolean good = outcome instanceof Outcome.Answered;
        return new GameResult(
                good ? Optional.of((Outcome.Answered) outcome) : Optional.empty(),
                good ? Optional.empty() : Optional.of(Problem.of(outcome, cooldownNotices)),
                Optional.of(telemetry),
                cooldownNotices);
    }

    /** The same after pieces of the answer came. */
    GameResult asPartial() {
        return new GameResult(
                answered, problem.map(Problem::asPartial), telemetry, cooldownNotices);
    }

    /** Of a request that the broker did not take. */
    static GameResult refused(Problem why) {
        return new GameResult(
                Optional.empty(), Optional.of(why), Optional.empty(), Optional.empty());
    }
}
