/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

/** The bytes given are no JSON, or exceed a limit. Stays inside this package. */
final class UnreadableJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String limit;

    private UnreadableJsonException(String limit) {
        super(limit, null, false, false);
        this.limit = limit;
    }

    /** The last byte cannot be where it is. */
    static UnreadableJsonException syntax() {
        return new UnreadableJsonException("");
    }

    /** That limit is exceeded, in words, without any of the text. */
    static UnreadableJsonException limit(String limit) {
        return new UnreadableJsonException(limit);
    }

    /** The limit exceeded; empty if it is the syntax that is wrong. */
    String limit() {
        return limit;
    }
}
