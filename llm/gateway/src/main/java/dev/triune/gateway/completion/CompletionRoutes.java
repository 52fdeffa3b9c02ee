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
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.BrokerBuilder;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
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
            Supplier<BrokerBuilder> builder,
            long seed) {
        for (CompletionFormat format : CompletionFormat.ALL) {
            CompletionHandler handler = new CompletionHandler(
                    service,
                    format,
                    new CompletionIds(format.idPrefix(), seed),
                    () -> builder.get().defaultModel(),
                    settings.fields().unknownFields());
            routes.add(Access.CLIENT, "POST", format.path(), format.errors(), handler);
        }
        ModelCatalog catalog = new ModelCatalog(builder, service.ticker());
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
        routes.addBelow(
                Access.CLIENT,
                MODELS + "/",
                errors,
                (fields, exchange) -> AsyncReply.whenDone(
                        catalog.models(),
                        service,
                        exchange,
                        models -> respondWithModel(exchange, models, created)));
    }

    private static void respondWithModel(
            ServerExchange exchange, Map<String, String> models, long created) {
        String escaped = exchange.path().substring(MODELS.length() + 1).replace("+", "%2B");
        String name = URLDecoder.decode(escaped, StandardCharsets.UTF_8);
        String provider = models.get(name);
        if (provider == null) {
            exchange.respondWithProblem(Problem.of(
                    ErrorCode.MODEL_NOT_FOUND, "no provider has this model (see GET /v1/models)"));
        } else {
            exchange.json(200, model(name, provider, created));
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
