/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;

/**
 * A configuration that cannot be used. The message has one line per problem, such as {@code
 * llm.yaml:4: providers.groq.rpm: "thirty" is not a whole number (expected 1 or more)}, never a
 * key.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConfigException(List<String> problems) {
        super(String.join("\n", problems));
    }

    ConfigException(String problem) {
        this(List.of(problem));
    }
}
