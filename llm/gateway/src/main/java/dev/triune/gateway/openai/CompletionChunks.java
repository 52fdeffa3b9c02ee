/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.Usage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The events of one streamed completion, as they go over the wire. Immutable, thread-safe. */
final class CompletionChunks {
    /** What a stream ends with if all is well. */
    private static final byte[] DONE = ServerSentEvents.of("[DONE]");

    private static final byte[] NOTHING = {};

    /** Within a JSON text the quotes would be escaped, so that it is found nowhere else. */
    private static final String PLACEHOLDER = "\"content\":\"\"";

    private final ChatCompletion chatCompletion;
    private final String model;
    private final boolean withUsage;

    /** What stands before and after a text in the chunk that carries it; the same each time. */
    private final byte[] before;

    private final byte[] after;

    /**
     * The events of a completion.
     *
     * @param model the model that was asked for: another one may yet answer
     * @param withUsage whether the client wants to be told the tokens
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

    /** The first one, which says who speaks. */
    byte[] first() {
        return chunk(
                Json.object().put("role", "assistant").put("content", "").putNull("refusal"), null);
    }

    /** A piece of the answer. */
    byte[] text(String delta) {
        byte[] text = Json.bytes(StringNode.valueOf(delta));
        return join(before, text, after);
    }

    /** The end of an answer, in all the events that it takes. */
    byte[] end(Usage usage) {
        byte[] last = chunk(Json.object(), chatCompletion.finishReason(usage));
        return join(last, withUsage ? usage(usage) : NOTHING, DONE);
    }

    /** These one after another. */
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
