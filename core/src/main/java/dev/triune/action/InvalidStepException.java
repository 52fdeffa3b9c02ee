/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Thrown if an action of an answer is invalid. The message has only words of the catalog. */
public final class InvalidStepException extends Exception {
    private static final long serialVersionUID = 1;

    private final String expected;

    /** Creates an exception without a correct alternative. */
    public InvalidStepException(String reason) {
        this(reason, "");
    }

    /** Creates an exception with a reason and the correct values, both in words. */
    public InvalidStepException(String reason, String expected) {
        super(reason, null, false, false);
        this.expected = expected;
    }

    /** Returns the reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    /** Returns the correct values in words; empty if not known. */
    public String expected() {
        return expected;
    }
}
