/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Why an action of an answer is no step. The message holds names of the catalog, no answer text. */
public final class InvalidStepException extends Exception {
    private static final long serialVersionUID = 1;

    private final String expected;

    /** Creates one where nothing else would be correct now. */
    public InvalidStepException(String reason) {
        this(reason, "");
    }

    /** Creates one with a reason, and with what would be correct, both in words. */
    public InvalidStepException(String reason, String expected) {
        super(reason, null, false, false);
        this.expected = expected;
    }

    /** Returns the reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    /** Returns what would be correct, in words; empty if that is not known. */
    public String expected() {
        return expected;
    }
}
