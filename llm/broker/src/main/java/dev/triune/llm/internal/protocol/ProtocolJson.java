/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of requests. */
final class ProtocolJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ProtocolJson() {}

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
