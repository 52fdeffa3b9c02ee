/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /api/llm/quota}: reads and sets the quotas of sessions.
 *
 * @param prices the prices of models, for quotas that name one
 */
record QuotaHandler(GatewayService service, Supplier<PriceCatalog> prices) {
    private static final String DEFAULT_WINDOW = "session";
    private static final Problem NO_QUOTA =
            Problem.of(ErrorCode.NOT_FOUND, "the session is under no quota");
    private static final TokenPrices NO_PRICE = TokenPrices.of("0", "0", "0");

    /** {@code GET}: returns the quota of the session in the query. */
    void get(RequestFields none, ServerExchange exchange) throws ProblemException {
        String session = exchange.allowedSession(session(exchange));
        AsyncReply.whenDone(
                service.quota(session), service, exchange, quota -> reply(quota, exchange));
    }

    private static String session(ServerExchange exchange) throws ProblemException {
        String session = exchange.query("sessionId");
        boolean good = !session.isBlank()
                && session.length() <= RequestFields.MAX_NAME_LENGTH
                && session.chars().noneMatch(Character::isISOControl);
        if (!good) {
            throw new ProblemException(Problem.invalidField(
                    "sessionId",
                    "sessionId is missing or no name (expected ?sessionId= and 1 to "
                            + RequestFields.MAX_NAME_LENGTH + " characters)"));
        }
        return session;
    }

    /** {@code DELETE}: ends the quota of the session in the query. */
    void delete(RequestFields none, ServerExchange exchange) throws ProblemException {
        AsyncReply.whenDone(service.disableQuota(session(exchange)), service, exchange, had -> {
            if (had) {
                exchange.json(200, Json.object().put("success", true));
            } else {
                exchange.respondWithProblem(NO_QUOTA);
            }
        });
    }

    /** {@code POST}: sets the quota of a session. */
    void post(RequestFields fields, ServerExchange exchange) throws ProblemException {
        AsyncReply.whenDone(
                service.enableQuota(read(fields, prices.get())),
                service,
                exchange,
                quota -> reply(quota, exchange));
    }

    /** Reads a quota, with either weights or a model whose prices are the weights. */
    static QuotaSnapshot read(RequestFields fields, PriceCatalog prices) throws ProblemException {
        String session = fields.requiredName("sessionId");
        String window = fields.name("window");
        BigDecimal remaining = amount(fields, "remaining_units");
        TokenPrices weights = weights(fields, prices);
        try {
            return new QuotaSnapshot(
                    session, remaining, weights, window.isBlank() ? DEFAULT_WINDOW : window);
        } catch (IllegalArgumentException e) { // the names are already checked
            throw fields.invalid("remaining_units", "0 to a trillion USD, exact to 36 decimals");
        }
    }

    private static TokenPrices weights(RequestFields fields, PriceCatalog prices)
            throws ProblemException {
        String model = fields.model();
        if (fields.has("weights") == !model.isBlank()) {
            throw fields.rejected("weights", "or model tells the prices (expected one of them)");
        }
        if (!model.isBlank()) {
            TokenPrices listed = prices.pricesFor(model);
            if (listed.equals(NO_PRICE)) { // such a quota would never be used up
                throw fields.rejected("model", "has no price in the catalog (expected weights)");
            }
            return listed;
        }
        RequestFields weights = fields.object("weights");
        return new TokenPrices(
                price(weights, "input"),
                price(weights, "cached"),
                price(weights, weights.has("cache_write") ? "cache_write" : "input"),
                price(weights, "output"));
    }

    private static BigDecimal price(RequestFields weights, String name) throws ProblemException {
        BigDecimal price = amount(weights, name);
        try {
            return new TokenPrices(price, price, price, price).input();
        } catch (IllegalArgumentException e) {
            throw weights.invalid(name, "0 to a trillion USD per 1M tokens, exact to 18 decimals");
        }
    }

    private static BigDecimal amount(RequestFields fields, String name) throws ProblemException {
        JsonNode value = fields.get(name);
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw fields.invalid(name, "a number");
        }
        return value.decimalValue();
    }

    private static void reply(Optional<QuotaSnapshot> quota, ServerExchange exchange) {
        if (quota.isPresent()) {
            exchange.json(200, of(quota.get()));
        } else {
            exchange.respondWithProblem(NO_QUOTA);
        }
    }

    private static ObjectNode of(QuotaSnapshot quota) {
        ObjectNode object = Json.object()
                .put("session_id", quota.tenant())
                .put("remaining_units", quota.remaining());
        object.putObject("weights")
                .put("input", quota.prices().input())
                .put("cached", quota.prices().cached())
                .put("output", quota.prices().output());
        return object.put("window", quota.window())
                .put("currency", quota.currency())
                .put("unit", quota.unit())
                .put("text", quota.summary());
    }
}
