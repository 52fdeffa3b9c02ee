/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Objects;

/**
 * A function that a model may call: its description, possibly empty, and its arguments as an object
 * schema under its name. Immutable.
 */
public record Tool(String description, AnswerSchema parameters) {
    public Tool {
        Objects.requireNonNull(description, "description");
        if (!"object".equals(parameters.root().get("type"))) {
            throw new IllegalArgumentException("tool \"" + parameters.name()
                    + "\" with parameters that are no object (expected \"type\": \"object\")");
        }
    }

    /** Returns the function's name. */
    public String name() {
        return parameters.name();
    }
}
