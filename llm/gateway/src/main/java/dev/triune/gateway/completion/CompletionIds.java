/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Generates unique ids of answers, also across gateways with other seeds. Thread-safe. */
final class CompletionIds {
    private static final int BASE = 36;

    /** The number of digits of the largest 64-bit number in that base. */
    private static final int WIDTH = 13;

    private final String prefix;
    private final AtomicLong count = new AtomicLong();

    CompletionIds(String prefix, long seed) {
        String mixed = Long.toUnsignedString(new SplittableRandom(seed).nextLong(), BASE);
        this.prefix = prefix + "0".repeat(WIDTH - mixed.length()) + mixed;
    }

    String next() {
        return prefix + Long.toString(count.incrementAndGet(), BASE);
    }
}
