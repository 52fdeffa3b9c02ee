/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.ContentReader.MAX_NAME_LENGTH;
import static dev.triune.gateway.http.ContentReader.MAX_TEXT_LENGTH;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.Message;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** {@code POST /v1/embeddings} of OpenAI, for texts. */
final class EmbeddingsFormat implements CompletionFormat {
    private static final int MAX_INPUTS = 2048;
    private static final int MAX_DIMENSIONS = 100_000;
    private static final String ENCODING = "encoding_format";
    private static final String BASE64 = "base64";

    private static final Set<String> KNOWN =
            Set.of("input", "model", "dimensions", ENCODING, "user");

    @Override
    public String idPrefix() {
        return "embd-"; // not sent
    }

    @Override
    public ErrorFormat errors() {
        return OpenAiErrorFormat.INSTANCE;
    }

    @Override
    public AnswerWriter writer(CompletionRequest request, AnswerHead head) {
        boolean base64 = BASE64.equals(request.first().options().extraBody().get(ENCODING));
        return new EmbeddingsWriter(base64);
    }

    @Override
    public CompletionRequest read(RequestFields fields, RequestContext context)
            throws ProblemException {
        CompletionRequestBuilder builder = new CompletionRequestBuilder(fields, context, KNOWN);
        builder.embeddings();
        Optional<JsonNode> input = fields.get("input");
        if (input.isPresent() && input.get().isString()) {
            add(fields, builder, fields.text("input", MAX_TEXT_LENGTH));
        } else {
            readList(fields, input, builder);
        }
        if (fields.integer("dimensions", 1, MAX_DIMENSIONS).isPresent()) {
            builder.forward("dimensions", fields.get("dimensions").orElseThrow());
        }
        switch (fields.text(ENCODING, MAX_NAME_LENGTH)) {
            case "", "float" -> {}
            case BASE64 -> builder.forward(ENCODING, fields.get(ENCODING).orElseThrow());
            default -> throw fields.invalid(ENCODING, "float or base64");
        }
        return builder.build(fields.name("user", MAX_NAME_LENGTH), 1, false);
    }

    private static void readList(
            RequestFields fields, Optional<JsonNode> input, CompletionRequestBuilder builder)
            throws ProblemException {
        boolean texts = input.isPresent()
                && input.get().isArray()
                && !input.get().isEmpty()
                && input.get().size() <= MAX_INPUTS
                && input.get().valueStream().allMatch(JsonNode::isString);
        if (!texts) {
            throw fields.invalid("input", "a text, or a list of at most " + MAX_INPUTS + " texts");
        }
        for (JsonNode text : input.get()) {
            add(fields, builder, text.stringValue());
        }
    }

    private static void add(RequestFields fields, CompletionRequestBuilder builder, String text)
            throws ProblemException {
        if (text.isEmpty()) {
            throw fields.rejected("input", "has an empty text (expected none)");
        }
        builder.add(Message.user(text));
    }
}
