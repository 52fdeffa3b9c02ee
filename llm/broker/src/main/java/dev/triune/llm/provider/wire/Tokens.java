/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import tools.jackson.databind.JsonNode;

/** A count of tokens as JSON. */
final class Tokens {
    private static final double MOST = Integer.MAX_VALUE;

    private Tokens() {}

    /** The count; 0 for what is no count, and never so large that sums overflow. */
    static long of(JsonNode node) {
        return node.isNumber() ? of(node.numberValue().doubleValue()) : 0;
    }

    static long of(double count) {
        return (long) Math.max(0, Math.min(MOST, count));
    }
}
