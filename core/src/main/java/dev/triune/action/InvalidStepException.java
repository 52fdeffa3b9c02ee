/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Why an action of an answer is no step. The message holds names of the catalog, no answer text. */
public final class InvalidStepException extends Exception {
    private static final long serialVersionUID = 1;

    /** With a reason for people. */
    public InvalidStepException(String reason) {
        super(reason, null, false, false);
    }

    /** The reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
