/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** The way a server restricts plans to JSON; if it rejects one, the next weaker one is used. */
public enum StructuredOutput {
    /** Restricts the answer to the schema of the request, or to JSON if the request has none. */
    SCHEMA,

    /** Like {@link #SCHEMA}, but non-streaming, for servers that cannot stream it, such as Groq. */
    SCHEMA_WHOLE,

    /** Restricts the answer to JSON. */
    JSON,

    /** No restriction; only the prompt requires JSON. */
    NONE;

    /** Returns the name in configuration files: {@code schema-whole} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
