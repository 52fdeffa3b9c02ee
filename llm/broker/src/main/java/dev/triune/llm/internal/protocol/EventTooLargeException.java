/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** A stream holds an event that is larger than its reader takes. */
final class EventTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int maxBytes;

    EventTooLargeException(int maxBytes) {
        super("", null, false, false);
        this.maxBytes = maxBytes;
    }

    /** In words, without any of the event. */
    String describe() {
        return "an event has more than " + maxBytes + " bytes";
    }
}
