/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/**
 * How often a simulated provider fails, as probabilities of one call; what is left is served.
 * Immutable.
 *
 * @param hang it takes the call and never says anything
 * @param cut it breaks off in the middle of the answer
 * @param garbage it answers with what is no answer
 * @param serverError it answers with an error of its own
 * @param unreachable no connection
 * @param slow it takes ten times as long
 */
public record SimulatedFaults(
        double hang,
        double cut,
        double garbage,
        double serverError,
        double unreachable,
        double slow) {
    /** It does its job. */
    public static final SimulatedFaults NONE = new SimulatedFaults(0, 0, 0, 0, 0, 0);

    /** Each of them this often. */
    public static SimulatedFaults each(double probability) {
        return new SimulatedFaults(
                probability, probability, probability, probability, probability, probability);
    }
}
