/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.Message;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads requests for embeddings of OpenAI, for texts. */
final class EmbeddingsReader {
    private static final int MAX_INPUTS = 2048;
    private static final int MAX_DIMENSIONS = 100_000;
    private static final String ENCODING = "encoding_format";
    private static final String BASE64 = "base64";

    static final Set<String> KNOWN = Set.of("input", "model", "dimensions", ENCODING, "user");

    private EmbeddingsReader() {}

    /** Whether a request asks for numbers encoded as base64. */
    static boolean isBase64(CompletionRequest request) {
        return BASE64.equals(request.first().options().extraBody().get(ENCODING));
    }

    static CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        builder.embeddings();
        for (JsonNode text : inputs(fields)) {
            if (text.stringValue().isEmpty()) {
                throw fields.rejected("input", "has an empty text (expected none)");
            }
            builder.add(Message.user(text.stringValue()));
        }
        if (fields.integer("dimensions", 1, MAX_DIMENSIONS).isPresent()) {
            builder.forward("dimensions", fields.get("dimensions"));
        }
        switch (fields.word(ENCODING)) {
            case "", "float" -> {}
            case BASE64 -> builder.forward(ENCODING, fields.get(ENCODING));
            default -> throw fields.invalid(ENCODING, "float or base64");
        }
        return builder.build(fields.name("user"), 1, false);
    }

    private static Iterable<JsonNode> inputs(RequestFields fields) throws ProblemException {
        JsonNode input = fields.get("input");
        boolean texts = input.isArray()
                && !input.isEmpty()
                && input.size() <= MAX_INPUTS
                && input.valueStream().allMatch(JsonNode::isString);
        if (!texts && !input.isString()) {
            throw fields.invalid("input", "a text, or a list of at most " + MAX_INPUTS + " texts");
        }
        return texts ? input : List.of(input);
    }
}
