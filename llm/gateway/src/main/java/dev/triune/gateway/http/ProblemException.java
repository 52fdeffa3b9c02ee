/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** A request that is not taken, with what its client is told. */
public final class ProblemException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    /** Refuses with that problem. */
    public ProblemException(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** Why. */
    public Problem problem() {
        return problem;
    }
}
