/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/**
 * The failures of a simulated provider, as probabilities per call; the other calls succeed.
 * Immutable.
 *
 * @param hang accepts the call and never answers
 * @param cut breaks off in the middle of the answer
 * @param garbage answers with invalid text
 * @param serverError answers with a server error
 * @param unreachable cannot be reached
 * @param slow takes ten times as long
 */
public record SimulatedFaults(
        double hang,
        double cut,
        double garbage,
        double serverError,
        double unreachable,
        double slow) {
    /** No failures. */
    public static final SimulatedFaults NONE = new SimulatedFaults(0, 0, 0, 0, 0, 0);

    /** Returns faults that each have this probability. */
    public static SimulatedFaults each(double probability) {
        return new SimulatedFaults(
                probability, probability, probability, probability, probability, probability);
    }
}
