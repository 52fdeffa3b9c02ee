/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

/** Why an action of an answer is no step. The message holds names of the catalog, no answer text. */
public final class InvalidStep extends Exception {
    private static final long serialVersionUID = 1;

    /** With a reason for people. */
    public InvalidStep(String reason) {
        super(reason, null, false, false);
    }

    /** The reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
