/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** How a server restricts a plan to JSON; if it refuses, the next weaker form is used. */
public enum StructuredOutput {
    /** Restricts the answer to the schema of the request, or to JSON if the request has none. */
    SCHEMA,

    /** Like {@link #SCHEMA}, in one piece, for servers that do not stream with one, as Groq. */
    SCHEMA_WHOLE,

    /** Restricts the answer to JSON. */
    JSON,

    /** Sets no restriction; only the prompt asks for JSON. */
    NONE;

    /** The name as configuration files spell it: {@code schema-whole} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
