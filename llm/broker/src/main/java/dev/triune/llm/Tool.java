/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Objects;

/**
 * A function that a model may ask its caller to call. Immutable.
 *
 * @param description what it does, for the model; may be empty
 * @param parameters its arguments as an object schema, under the function's name
 */
public record Tool(String description, AnswerSchema parameters) {
    /** Refuses nulls. */
    public Tool {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(parameters, "parameters");
    }

    /** The function's name. */
    public String name() {
        return parameters.name();
    }
}
