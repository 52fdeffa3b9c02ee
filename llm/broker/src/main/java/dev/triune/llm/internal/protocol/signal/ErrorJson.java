/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of bodies that report errors, within limits. Thread-safe. */
final class ErrorJson {
    private static final int MAX_NESTING = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .build();

    private ErrorJson() {}

    /** The tree of a body; a missing node if it is no JSON. */
    static JsonNode tree(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException noJson) {
            return MAPPER.missingNode();
        }
    }
}
