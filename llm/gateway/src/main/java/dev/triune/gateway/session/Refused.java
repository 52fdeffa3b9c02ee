/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

/** A request that is not taken, with what its client is told. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    /** Refuses with that problem. */
    public Refused(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** Why. */
    public Problem problem() {
        return problem;
    }
}
