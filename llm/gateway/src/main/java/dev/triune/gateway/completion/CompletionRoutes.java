/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.api.AsyncReply;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.HttpRoutes.Access;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.BrokerBuilder;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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
            HttpRoutes routes,
            GatewayService service,
            GatewaySettings settings,
            BrokerBuilder builder,
            long seed) {
        for (CompletionFormat format : CompletionFormat.values()) {
            CompletionHandler handler = new CompletionHandler(
                    service,
                    format,
                    builder.defaultModel(),
                    settings.fields().unknownFields(),
                    seed);
            routes.add(Access.CLIENT, "POST", format.path, format.errors, handler);
        }
        ModelCatalog catalog = new ModelCatalog(
                builder.providerSettings(), builder::offeredModels, service.ticker());
        long created = service.clock().instant().getEpochSecond();
        OpenAiErrorFormat errors = OpenAiErrorFormat.INSTANCE;
        routes.add(
                Access.CLIENT,
                "GET",
                MODELS,
                errors,
                (fields, exchange) -> AsyncReply.whenDone(
                        catalog.models(),
                        service,
                        exchange,
                        models -> exchange.json(200, list(models, created))));
        for (String name : catalog.names()) {
            routes.add(
                    Access.CLIENT,
                    "GET",
                    MODELS + "/" + name,
                    errors,
                    (fields, exchange) ->
                            AsyncReply.whenDone(catalog.models(), service, exchange, models -> {
                                if (!models.containsKey(name)) {
                                    exchange.respondWithProblem(Problem.of(
                                            ErrorCode.NOT_FOUND, "its provider has no such model"));
                                } else {
                                    exchange.json(200, model(name, models.get(name), created));
                                }
                            }));
        }
    }

    private static ObjectNode list(Map<String, String> models, long created) {
        ObjectNode list = Json.object().put("object", "list");
        ArrayNode data = list.putArray("data");
        models.forEach((name, provider) -> data.add(model(name, provider, created)));
        return list;
    }

    private static ObjectNode model(String name, String provider, long created) {
        return Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", created)
                .put("owned_by", provider);
    }
}
