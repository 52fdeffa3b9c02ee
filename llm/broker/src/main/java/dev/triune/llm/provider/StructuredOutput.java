/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** How a server is asked to hold a plan to JSON; a refusal lowers it by a step. */
public enum StructuredOutput {
    /** Holds the answer to the schema of the request, or to JSON where the request has none. */
    SCHEMA,

    /** As {@link #SCHEMA} in one piece, where that does not stream, as at Groq. */
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
