/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/**
 * How much a server is asked to see to it that a plan is JSON, the most first. What a server refuses,
 * a provider asks one step less of.
 */
public enum StructuredOutput {
    /** Holds the answer to the schema of the request, or to JSON where the request has none. */
    SCHEMA,

    /**
     * The same, but the answer comes in one piece where there is a schema: for servers such as Groq
     * that do not stream with one.
     */
    SCHEMA_WHOLE,

    /** Holds the answer to being JSON. */
    JSON,

    /** Leaves it to the prompt. */
    NONE;

    /** The name as configuration files spell it: {@code schema-whole} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
