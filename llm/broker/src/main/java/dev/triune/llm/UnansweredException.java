/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a request ends with an outcome other than {@link Outcome.Answered}. */
public final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;
    private final transient List<?> parts;

    UnansweredException(Outcome outcome, List<?> parts) {
        super("the request was not answered: " + outcome.canonicalCode()
                + (outcome instanceof Outcome.Failed failed ? ": " + failed.message() : ""));
        this.outcome = outcome;
        this.parts = List.copyOf(parts);
    }

    /** Returns the outcome of the request. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns the parts of the answer that were delivered, in order; empty if none were. */
    public List<?> parts() {
        return parts;
    }

    /** Returns the delivered parts as one text; empty if there were none. */
    public String text() {
        return parts.stream().map(String::valueOf).collect(Collectors.joining());
    }
}
