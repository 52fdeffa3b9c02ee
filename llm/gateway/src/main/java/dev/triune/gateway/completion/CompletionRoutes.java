/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.HttpRoutes;
import java.util.List;
import java.util.Map;

/** The routes of the protocols of OpenAI and Anthropic. */
public final class CompletionRoutes {
    private static final String MODELS = "/v1/models";

    private CompletionRoutes() {}

    /**
     * Adds the routes.
     *
     * @param models the models that clients can name
     * @param defaultModel the model for requests that name none
     * @param seed different for each gateway, so that the ids of completions are unique
     */
    public static void add(
            HttpRoutes httpRoutes,
            GatewayService gatewayService,
            GatewaySettings settings,
            List<ModelEntry> models,
            String defaultModel,
            long seed) {
        Map<String, CompletionFormat> formats = Map.of(
                "/v1/chat/completions", new ChatCompletionFormat(),
                "/v1/responses", new ResponsesFormat(),
                "/v1/messages", new MessagesFormat());
        formats.forEach((path, format) -> httpRoutes.client(
                "POST",
                path,
                format.errors(),
                new CompletionHandler(
                        gatewayService, format, defaultModel, settings.unknownFields(), seed)));
        OpenAiErrorFormat errors = OpenAiErrorFormat.INSTANCE;
        long created = gatewayService.clock().instant().getEpochSecond();
        httpRoutes.client(
                "GET",
                MODELS,
                errors,
                (requestFields, serverExchange) ->
                        serverExchange.json(200, ModelListJson.list(models, created)));
        for (ModelEntry model : models) {
            httpRoutes.client(
                    "GET",
                    MODELS + "/" + model.id(),
                    errors,
                    (requestFields, serverExchange) ->
                            serverExchange.json(200, ModelListJson.one(model, created)));
        }
    }
}
