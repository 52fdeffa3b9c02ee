/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** Thrown if a request is rejected; carries the error for the client. */
public final class ProblemException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    /** Creates the exception. */
    public ProblemException(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** Creates the exception with a code and a message only. */
    public ProblemException(ErrorCode code, String message) {
        this(Problem.of(code, message));
    }

    /** Returns the error for the client. */
    public Problem problem() {
        return problem;
    }
}
