/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.Outcome;
import dev.triune.llm.Telemetry;
import java.util.Optional;

/**
 * How a request ended: with an answer or with a problem. Immutable.
 *
 * @param answered the answer, if it is one
 * @param problem what went wrong, if it is none
 * @param telemetry what it took, if the broker took it
 * @param cooldown what its game is told about the next one, likewise
 */
public record End(
        Optional<Outcome.Answered> answered,
        Optional<Problem> problem,
        Optional<Telemetry> telemetry,
        Optional<Cooldown> cooldown) {

    /** As the broker tells it. */
    static End of(Outcome outcome, Telemetry telemetry, Optional<Cooldown> cooldown) {
        boolean good = outcome instanceof Outcome.Answered;
        return new End(
                good ? Optional.of((Outcome.Answered) outcome) : Optional.empty(),
                good ? Optional.empty() : Optional.of(Problem.of(outcome, cooldown)),
                Optional.of(telemetry),
                cooldown);
    }

    /** The same after pieces of the answer came. */
    End afterPieces() {
        return new End(answered, problem.map(Problem::afterPieces), telemetry, cooldown);
    }

    /** Of a request that the broker did not take. */
    static End refused(Problem why) {
        return new End(Optional.empty(), Optional.of(why), Optional.empty(), Optional.empty());
    }
}
