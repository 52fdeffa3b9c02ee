/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The slots of the engine by agent, the least recently used first. */
final class PromptSlots {
    private final int count;
    /** The slots by agent, in the order of their last use. */
    private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);

    PromptSlots(int count) {
        this.count = count;
    }

    /** A slot and the tokens that the engine has in it. */
    static final class Slot {
        private final int number;
        private int[] tokens = {};

        private Slot(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** Returns the number of leading tokens of a prompt that need no evaluation. */
        int cached(int[] prompt) {
            int mismatch = Arrays.mismatch(tokens, prompt);
            int equal = mismatch < 0 ? prompt.length : mismatch;
            // the engine has to evaluate at least one token
            return Math.max(0, Math.min(equal, prompt.length - 1));
        }

        /** Records the tokens that the engine has now. */
        void hold(int[] prompt) {
            tokens = prompt;
        }
    }

    /** Returns the slot of an agent: its own, otherwise a free one or the least recently used. */
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
