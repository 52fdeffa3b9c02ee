/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the messages of a game to a gateway, as JSON in UTF-8. */
public final class GatewayRequestWriter {
    private static final Dialect DIALECT = Dialect.forHost("", ServerSettings.DEFAULT);

    private GatewayRequestWriter() {}

    /** A request of a batch: its id there, and a token by which it can be cancelled. */
    public record BatchEntry(String id, String cancelToken, ModelCall call) {}

    public static byte[] single(String gameId, ModelCall call, StructuredOutput structured) {
        ObjectNode body = ProtocolJson.object();
        body.put("sessionId", gameId);
        return bytes(put(body, call, structured));
    }

    public static byte[] batch(
            String gameId, String batch, List<BatchEntry> entries, StructuredOutput structured) {
        ObjectNode body = ProtocolJson.object();
        body.put("sessionId", gameId).put("batch_id", batch);
        ArrayNode requests = body.putArray("requests");
        for (BatchEntry entry : entries) {
            ObjectNode request = requests.addObject();
            request.put("request_id", entry.id()).put("cancelToken", entry.cancelToken());
            put(request, entry.call(), structured);
        }
        return bytes(body);
    }

    public static byte[] cancel(String gameId, String cancelToken) {
        return bytes(
                ProtocolJson.object().put("sessionId", gameId).put("cancelToken", cancelToken));
    }

    public static byte[] heartbeat(String gameId) {
        return bytes(ProtocolJson.object().put("sessionId", gameId));
    }

    private static ObjectNode put(ObjectNode body, ModelCall call, StructuredOutput structured) {
        if (!call.caller().agent().isEmpty()) {
            body.put("agentId", call.caller().agent());
        }
        if (!call.model().isEmpty()) {
            body.put("model", call.model());
        }
        OpenAiRequestWriter.addMessages(body.putArray("messages"), call.prompt(), DIALECT);
        body.put("maxTokens", call.maxTokens())
                .put("temperature", call.temperature())
                .put("priority", call.caller().priority().level())
                .put("cost", call.caller().cost())
                .put("stream", true);
        putOptions(body, call);
        OutputForm form = ModelRequest.form(call, structured);
        if (form != OutputForm.FREE) {
            body.put("format", "json");
        }
        AnswerSchema schema = call.schema();
        if (form == OutputForm.SCHEMA && schema != null) {
            body.putObject("schema")
                    .put("name", schema.name())
                    .set("schema", ProtocolJson.of(schema.root()));
        }
        return body;
    }

    private static void putOptions(ObjectNode body, ModelCall call) {
        ModelOptions options = call.options();
        if (call.prompt().stable() > 0) {
            body.put("stable", call.prompt().stable());
        }
        if (options.reasoning() != null) {
            body.put("reasoning", options.reasoning().label());
        }
        if (options.topP() != null) {
            body.put("topP", options.topP());
        }
        if (options.seed() != null) {
            body.put("seed", options.seed());
        }
        if (!options.stop().isEmpty()) {
            body.set("stop", ProtocolJson.of(options.stop()));
        }
        OpenAiRequestWriter.addTools(body, options.tools());
        if (!options.toolChoice().isEmpty()) {
            body.put("toolChoice", options.toolChoice());
        }
        if (!options.extraBody().isEmpty()) {
            body.set("extraBody", ProtocolJson.of(options.extraBody()));
        }
    }

    private static byte[] bytes(ObjectNode body) {
        return ProtocolJson.write(body).getBytes(StandardCharsets.UTF_8);
    }
}
