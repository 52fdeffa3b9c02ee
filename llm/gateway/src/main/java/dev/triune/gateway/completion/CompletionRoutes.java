/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.api.AsyncReply;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.BrokerBuilder;
import java.util.List;
import java.util.Map;

/** The routes of the protocols of OpenAI and Anthropic. */
public final class CompletionRoutes {
    private static final String MODELS = "/v1/models";

    private CompletionRoutes() {}

    /**
     * Adds the routes.
     *
     * @param builder the builder of the broker, with the providers
     * @param seed different for each gateway, so that the ids of completions are unique
     */
    public static void add(
            HttpRoutes httpRoutes,
            GatewayService gatewayService,
            GatewaySettings settings,
            BrokerBuilder builder,
            long seed) {
        Map<String, CompletionFormat> formats = Map.of(
                "/v1/chat/completions", new ChatCompletionFormat(),
                "/v1/responses", new ResponsesFormat(),
                "/v1/embeddings", new EmbeddingsFormat(),
                "/v1/messages", new MessagesFormat());
        formats.forEach((path, format) -> httpRoutes.client(
                "POST",
                path,
                format.errors(),
                new CompletionHandler(
                        gatewayService,
                        format,
                        builder.defaultModel(),
                        settings.fields().unknownFields(),
                        seed)));
        OpenAiErrorFormat errors = OpenAiErrorFormat.INSTANCE;
        long created = gatewayService.clock().instant().getEpochSecond();
        ModelCatalog catalog = new ModelCatalog(
                builder.providerSettings(), builder::offeredModels, gatewayService.ticker());
        httpRoutes.client(
                "GET",
                MODELS,
                errors,
                (fields, exchange) -> AsyncReply.whenDone(
                        catalog.models(),
                        gatewayService,
                        exchange,
                        models -> exchange.json(200, ModelListJson.list(models, created))));
        for (String name : catalog.names()) {
            httpRoutes.client(
                    "GET",
                    MODELS + "/" + name,
                    errors,
                    (fields, exchange) -> AsyncReply.whenDone(
                            catalog.models(),
                            gatewayService,
                            exchange,
                            models -> answer(exchange, models, name, created)));
        }
    }

    private static void answer(
            ServerExchange exchange, List<ModelEntry> models, String name, long created) {
        models.stream()
                .filter(model -> model.id().equals(name))
                .findFirst()
                .ifPresentOrElse(
                        model -> exchange.json(200, ModelListJson.one(model, created)),
                        () -> exchange.respondWithProblem(
                                Problem.of(ErrorCode.NOT_FOUND, "its provider has no such model")));
    }
}
