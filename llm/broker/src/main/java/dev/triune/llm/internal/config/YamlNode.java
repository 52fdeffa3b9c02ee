/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.util.List;

/** A piece of a YAML document and the line that it begins in. Immutable. */
sealed interface YamlNode {
    int line();

    /** A single value; {@code plain} if it stands without quotes. */
    record Text(int line, String text, boolean plain) implements YamlNode {
        /** Nothing, as in {@code key:} with no more on the line. */
        boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        /** Without the text, which may be a key. */
        @Override
        public String toString() {
            return "Text[line=" + line + ", " + text.length() + " characters]";
        }
    }

    record Items(int line, List<YamlNode> items) implements YamlNode {}

    /** Keys and values, in the order of the file; the same key may be there twice. */
    record Mapping(int line, List<Entry> entries) implements YamlNode {}

    /** One of a mapping, with the line of its key. */
    record Entry(int line, String key, YamlNode value) {
        /** Without the key, which may be one of the other kind. */
        @Override
        public String toString() {
            return "Entry[line=" + line + ", " + value + "]";
        }
    }
}
