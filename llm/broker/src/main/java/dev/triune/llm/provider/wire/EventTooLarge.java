/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

/** A stream holds an event that is larger than its reader takes. */
final class EventTooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    private final int maxBytes;

    EventTooLarge(int maxBytes) {
        super("", null, false, false);
        this.maxBytes = maxBytes;
    }

    /** In words, without any of the event. */
    String how() {
        return "an event has more than " + maxBytes + " bytes";
    }
}
