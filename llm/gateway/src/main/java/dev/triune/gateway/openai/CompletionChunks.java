/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Encodes the events of one streamed completion. Immutable, thread-safe. */
final class CompletionChunks {
    /** The last event of a successful stream. */
    private static final byte[] DONE = ServerSentEvents.of("[DONE]");

    private static final byte[] NOTHING = {};

    /** Occurs only once: within a JSON text the quotes would be escaped. */
    private static final String PLACEHOLDER = "\"content\":\"\"";

    private final ChatCompletion chatCompletion;
    private final String model;
    private final boolean withUsage;

    /** The constant bytes before and after the text of a chunk. */
    private final byte[] before;

    private final byte[] after;

    /**
     * Creates the encoder of one completion.
     *
     * @param model the requested model; another one may answer
     * @param withUsage whether the client wants the usage
     */
    CompletionChunks(ChatCompletion chatCompletion, String model, boolean withUsage) {
        this.chatCompletion = chatCompletion;
        this.model = model;
        this.withUsage = withUsage;
        byte[] empty = chunk(Json.object().put("content", ""), null);
        String form = new String(empty, StandardCharsets.UTF_8);
        int hole = form.indexOf(PLACEHOLDER) + PLACEHOLDER.length() - 2;
        this.before = form.substring(0, hole).getBytes(StandardCharsets.UTF_8);
        this.after = form.substring(hole + 2).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the first event, which has the role. */
    byte[] first() {
        return chunk(
                Json.object().put("role", "assistant").put("content", "").putNull("refusal"), null);
    }

    /** Returns the event of a piece of the answer. */
    byte[] text(String delta) {
        byte[] text = Json.bytes(StringNode.valueOf(delta));
        return join(before, text, after);
    }

    /** Returns the events at the end of an answer. */
    byte[] end(Outcome.Finished answered) {
        boolean refused = answered.finishReason() == FinishReason.REFUSAL;
        byte[] refusal = refused
                ? chunk(Json.object().put("refusal", ChatCompletion.REFUSAL), null)
                : NOTHING;
        byte[] last = chunk(Json.object(), ChatCompletion.finishReason(answered.finishReason()));
        boolean counted = withUsage && ChatCompletion.isKnown(answered.usage());
        return join(refusal, last, counted ? usage(answered.usage()) : NOTHING, DONE);
    }

    /** Concatenates arrays. */
    static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private byte[] chunk(ObjectNode delta, @Nullable String reason) {
        ObjectNode object = head();
        ObjectNode choice = object.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", reason);
        if (withUsage) {
            object.putNull("usage");
        }
        return ServerSentEvents.of(object);
    }

    private byte[] usage(Usage usage) {
        ObjectNode object = head();
        object.putArray("choices");
        object.set("usage", ChatCompletion.usageJson(usage));
        return ServerSentEvents.of(object);
    }

    private ObjectNode head() {
        return Json.object()
                .put("id", chatCompletion.id())
                .put("object", "chat.completion.chunk")
                .put("created", chatCompletion.created())
                .put("model", model);
    }
}
