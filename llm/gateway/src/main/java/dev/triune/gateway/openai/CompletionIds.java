/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Names of completions: never the same twice, nor those of a gateway with another seed. Thread-safe. */
final class CompletionIds {
    private static final int BASE = 36;

    /** Digits of the largest 64-bit number in that base. */
    private static final int WIDTH = 13;

    private final String prefix;
    private final AtomicLong count = new AtomicLong();

    CompletionIds(long seed) {
        String mixed = Long.toUnsignedString(new SplittableRandom(seed).nextLong(), BASE);
        this.prefix = "chatcmpl-" + "0".repeat(WIDTH - mixed.length()) + mixed;
    }

    /** The next one. */
    String next() {
        return prefix + Long.toString(count.incrementAndGet(), BASE);
    }
}
