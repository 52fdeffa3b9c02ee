/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.util.List;

/** A node of a YAML document and its first line. Immutable. */
sealed interface YamlNode {
    int line();

    /** A single value; {@code plain} if it is not quoted. */
    record Text(int line, String text, boolean plain) implements YamlNode {
        /** Whether the value is null, as in {@code key:} without a value. */
        boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        /** Omits the text, which may be a key. */
        @Override
        public String toString() {
            return "Text[line=" + line + ", " + text.length() + " characters]";
        }
    }

    record Items(int line, List<YamlNode> items) implements YamlNode {}

    /** Keys and values in the order of the file; keys may occur twice. */
    record Mapping(int line, List<Entry> entries) implements YamlNode {}

    /** An entry of a mapping, with the line of its key. */
    record Entry(int line, String key, YamlNode value) {
        /** Omits the key, which may be an API key. */
        @Override
        public String toString() {
            return "Entry[line=" + line + ", " + value + "]";
        }
    }
}
