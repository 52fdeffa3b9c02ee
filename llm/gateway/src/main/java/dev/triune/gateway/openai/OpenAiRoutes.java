/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Routes;
import dev.triune.gateway.session.Gateway;
import java.util.List;

/** The calls of OpenAI's protocol, each at its path. */
public final class OpenAiRoutes {
    private static final String MODELS = "/v1/models";

    private OpenAiRoutes() {}

    /**
     * Adds them.
     *
     * @param models what clients can name
     * @param defaultModel what answers requests that name none
     * @param seed another one for each gateway: completions have names that no other gives
     */
    public static void add(
            Routes routes,
            Gateway gateway,
            List<ModelEntry> models,
            String defaultModel,
            long seed) {
        OpenAiErrors errors = OpenAiErrors.FORM;
        routes.client(
                "POST",
                "/v1/chat/completions",
                errors,
                new ChatCompletions(gateway, new CompletionIds(seed), defaultModel));
        long created = gateway.clock().instant().getEpochSecond();
        routes.client(
                "GET",
                MODELS,
                errors,
                (fields, exchange) -> exchange.json(200, Models.list(models, created)));
        for (ModelEntry model : models) {
            routes.client(
                    "GET",
                    MODELS + "/" + model.id(),
                    errors,
                    (fields, exchange) -> exchange.json(200, Models.one(model, created)));
        }
    }
}
