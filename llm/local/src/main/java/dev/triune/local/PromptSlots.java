/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which agent's prompt each slot of the engine has, the one used longest ago first. */
final class PromptSlots {
    private final int count;
    /** By agent, in the order of their last use. */
    private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);

    PromptSlots(int count) {
        this.count = count;
    }

    /** A slot and the tokens that the engine has there. */
    static final class Slot {
        private final int number;
        private int[] tokens = {};

        private Slot(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** Returns how many tokens at the start of a prompt need not be read again. */
        int cached(int[] prompt) {
            int mismatch = Arrays.mismatch(tokens, prompt);
            int equal = mismatch < 0 ? prompt.length : mismatch;
            // The engine reads at least one token, to know what comes next.
            return Math.max(0, Math.min(equal, prompt.length - 1));
        }

        /** Notes what the engine has there now. */
        void hold(int[] prompt) {
            tokens = prompt;
        }
    }

    /** Returns the slot of an agent: its own, else a fresh one, else that used longest ago. */
    Slot of(String agent) {
        Slot own = slots.get(agent);
        if (own != null) {
            return own;
        }
        Slot free = slots.size() < count ? new Slot(slots.size()) : takeOldest();
        slots.put(agent, free);
        return free;
    }

    private Slot takeOldest() {
        var oldest = slots.entrySet().iterator();
        Slot slot = oldest.next().getValue();
        oldest.remove();
        return slot;
    }
}
