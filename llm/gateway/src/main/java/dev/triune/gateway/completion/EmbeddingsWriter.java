/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes embeddings in OpenAI's form. */
final class EmbeddingsWriter extends AnswerWriter {
    private final boolean base64;

    /** Creates a writer of numbers, or of base64, which not all providers support. */
    EmbeddingsWriter(boolean base64) {
        this.base64 = base64;
    }

    @Override
    JsonNode whole(List<WholeAnswer> answers) throws ProblemException {
        WholeAnswer answer = answers.get(0);
        ObjectNode object = Json.object().put("object", "list");
        ArrayNode data = object.putArray("data");
        for (JsonNode item : read(answer.text())) {
            JsonNode embedding =
                    item.isArray() ? item : item.path("embedding"); // Ollama's, OpenAI's
            data.addObject()
                    .put("object", "embedding")
                    .put("index", data.size() - 1)
                    .set("embedding", embedding);
            if (base64 && embedding.isArray()) {
                ((ObjectNode) data.get(data.size() - 1)).put("embedding", encoded(embedding));
            }
        }
        object.put("model", answer.outcome().model());
        long tokens = answer.outcome().usage().prompt();
        object.putObject("usage").put("prompt_tokens", tokens).put("total_tokens", tokens);
        return object;
    }

    private static JsonNode read(String text) throws ProblemException {
        try {
            JsonNode list = Json.read(text);
            if (list.isArray()) {
                return list;
            }
        } catch (JacksonException e) {
            // its message quotes the answer
        }
        throw new ProblemException(
                ErrorCode.PROVIDER_ERROR, "the provider's answer holds no embeddings");
    }

    /** Encodes 32-bit numbers in little-endian order. */
    private static String encoded(JsonNode numbers) {
        ByteBuffer bytes =
                ByteBuffer.allocate(numbers.size() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        numbers.forEach(number -> bytes.putFloat(number.floatValue()));
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
