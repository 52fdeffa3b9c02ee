/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

/** The bytes given are no JSON, or exceed a limit. Stays inside this package. */
final class UnreadableJson extends Exception {
    private static final long serialVersionUID = 1L;

    private final String limit;

    private UnreadableJson(String limit) {
        super(limit, null, false, false);
        this.limit = limit;
    }

    /** The last byte cannot be where it is. */
    static UnreadableJson syntax() {
        return new UnreadableJson("");
    }

    /** That limit is exceeded, in words, without any of the text. */
    static UnreadableJson limit(String limit) {
        return new UnreadableJson(limit);
    }

    /** The limit exceeded; empty if it is the syntax that is wrong. */
    String limit() {
        return limit;
    }
}
