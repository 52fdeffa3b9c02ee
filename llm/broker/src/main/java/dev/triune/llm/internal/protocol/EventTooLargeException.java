/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** Thrown if an event of a stream exceeds the maximum size. */
final class EventTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int maxBytes;

    EventTooLargeException(int maxBytes) {
        super("", null, false, false);
        this.maxBytes = maxBytes;
    }

    /** Describes it without any of the event. */
    String describe() {
        return "an event has more than " + maxBytes + " bytes";
    }
}
