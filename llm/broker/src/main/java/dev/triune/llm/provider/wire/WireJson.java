/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON of requests and events, within limits. */
final class WireJson {
    private static final int MAX_NESTING = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .build();

    private WireJson() {}

    /** A parser of those bytes, which throws {@link JacksonException} at what is no JSON. */
    static JsonParser parser(byte[] bytes, int from, int to) {
        return MAPPER.createParser(bytes, from, to - from);
    }

    /** The tree of the value that a parser stands at; it is left at its end. */
    static JsonNode tree(JsonParser json) {
        return json.readValueAsTree();
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** A plain value (maps, lists, scalars) as JSON. */
    static JsonNode of(Object plain) {
        return MAPPER.valueToTree(plain);
    }

    static String write(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }
}
