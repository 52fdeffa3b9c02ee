/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.HttpRoutes;
import java.util.List;

/** The routes of OpenAI's protocol. */
public final class OpenAiRoutes {
    private static final String MODELS = "/v1/models";

    private OpenAiRoutes() {}

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
            List<ModelEntry> models,
            String defaultModel,
            long seed) {
        OpenAiErrorFormat errors = OpenAiErrorFormat.INSTANCE;
        httpRoutes.client(
                "POST",
                "/v1/chat/completions",
                errors,
                new ChatCompletionsHandler(gatewayService, new CompletionIds(seed), defaultModel));
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
