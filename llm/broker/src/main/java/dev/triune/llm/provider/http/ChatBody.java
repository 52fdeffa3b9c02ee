/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Message;
import dev.triune.llm.provider.ModelCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request for one chat completion. It is written on the I/O thread that sends it, and
 * sent once: the client must not repeat a call by itself.
 */
final class ChatBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json");

    private final ModelCall call;
    private final boolean jsonMode;
    private final JsonMapper json;
    private byte @Nullable [] written;

    /**
     * The body for that call.
     *
     * @param jsonMode whether to ask for JSON where a plan is expected
     */
    ChatBody(ModelCall call, boolean jsonMode, JsonMapper json) {
        this.call = call;
        this.jsonMode = jsonMode;
        this.json = json;
    }

    @Override
    public MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return bytes().length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes());
    }

    /** By way of a String, since that bears half a surrogate pair, which a prompt may hold. */
    private byte[] bytes() {
        if (written == null) {
            written = json.writeValueAsString(tree()).getBytes(StandardCharsets.UTF_8);
        }
        return written;
    }

    private ObjectNode tree() {
        ObjectNode body = json.createObjectNode();
        body.put("model", call.model());
        addMessages(body.putArray("messages"));
        body.put("max_tokens", call.maxTokens());
        body.put("temperature", call.temperature());
        body.put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        if (jsonMode && call.format() == AnswerFormat.PLAN) {
            body.putObject("response_format").put("type", "json_object");
        }
        return body;
    }

    private void addMessages(ArrayNode messages) {
        for (Message message : call.prompt().messages()) {
            messages.addObject()
                    .put("role", message.role().name().toLowerCase(Locale.ROOT))
                    .put("content", message.text());
        }
    }
}
