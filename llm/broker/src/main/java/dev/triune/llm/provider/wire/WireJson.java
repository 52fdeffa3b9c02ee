/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

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

    /**
     * The tree of an event.
     *
     * @throws tools.jackson.core.JacksonException if it is no JSON
     */
    static JsonNode read(byte[] bytes, int from, int to) {
        return MAPPER.readTree(bytes, from, to - from);
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
