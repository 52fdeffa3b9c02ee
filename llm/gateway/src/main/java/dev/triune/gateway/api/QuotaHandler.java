/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenPrices;
import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /api/llm/quota}: reads and sets the quotas of sessions. */
final class QuotaHandler {
    private static final String DEFAULT_WINDOW = "session";
    private static final TokenPrices NO_PRICE = TokenPrices.of("0", "0", "0");

    private final GatewayService gatewayService;
    private final PriceCatalog prices;

    /**
     * Creates the handler.
     *
     * @param prices the prices of models, for quotas that name one
     */
    QuotaHandler(GatewayService gatewayService, PriceCatalog prices) {
        this.gatewayService = gatewayService;
        this.prices = prices;
    }

    /** {@code GET}: returns the quota of the session in the query. */
    void get(RequestFields none, ServerExchange serverExchange) throws ProblemException {
        String session = serverExchange.query("sessionId");
        boolean good = !session.isBlank()
                && session.length() <= GameRequestReader.MAX_NAME_LENGTH
                && session.chars().noneMatch(Character::isISOControl);
        if (!good) {
            throw new ProblemException(Problem.invalidField(
                    "sessionId",
                    "sessionId is missing or no name (expected ?sessionId= and 1 to "
                            + GameRequestReader.MAX_NAME_LENGTH + " characters)"));
        }
        AsyncReply.whenDone(
                gatewayService.quota(session),
                gatewayService,
                serverExchange,
                quota -> reply(quota, serverExchange));
    }

    /** {@code POST}: sets the quota of a session. */
    void post(RequestFields requestFields, ServerExchange serverExchange) throws ProblemException {
        AsyncReply.whenDone(
                gatewayService.enableQuota(read(requestFields, prices)),
                gatewayService,
                serverExchange,
                quota -> reply(quota, serverExchange));
    }

    /** Reads a quota, with either weights or a model whose prices are the weights. */
    static QuotaSnapshot read(RequestFields requestFields, PriceCatalog prices)
            throws ProblemException {
        String session = requestFields.requiredName("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        String window = requestFields.name("window", GameRequestReader.MAX_NAME_LENGTH);
        BigDecimal remaining = amount(requestFields, "remaining_units");
        TokenPrices weights = weights(requestFields, prices);
        return snapshot(
                requestFields,
                session,
                remaining,
                weights,
                window.isBlank() ? DEFAULT_WINDOW : window);
    }

    private static QuotaSnapshot snapshot(
            RequestFields requestFields,
            String session,
            BigDecimal remaining,
            TokenPrices weights,
            String window)
            throws ProblemException {
        try {
            return new QuotaSnapshot(session, remaining, weights, window);
        } catch (IllegalArgumentException e) { // the names are already checked
            throw requestFields.invalid(
                    "remaining_units", "0 to a trillion USD, exact to 36 decimals");
        }
    }

    private static TokenPrices weights(RequestFields requestFields, PriceCatalog prices)
            throws ProblemException {
        Optional<RequestFields> given = requestFields.object("weights");
        String model = requestFields.name("model", 2 * GameRequestReader.MAX_NAME_LENGTH);
        if (given.isPresent() == !model.isBlank()) {
            throw requestFields.rejected(
                    "weights", "or model tells the prices (expected one of them)");
        }
        if (given.isEmpty()) {
            TokenPrices listed = prices.pricesFor(model);
            if (listed.equals(NO_PRICE)) { // such a quota would never be used up
                throw requestFields.rejected(
                        "model", "has no price in the catalog (expected weights)");
            }
            return listed;
        }
        RequestFields it = given.get();
        String cacheWrite = it.get("cache_write").isPresent() ? "cache_write" : "input";
        return new TokenPrices(
                price(it, "input"),
                price(it, "cached"),
                price(it, cacheWrite),
                price(it, "output"));
    }

    private static BigDecimal price(RequestFields weights, String name) throws ProblemException {
        BigDecimal price = amount(weights, name);
        try {
            return new TokenPrices(price, price, price, price).input();
        } catch (IllegalArgumentException e) {
            throw weights.invalid(name, "0 to a trillion USD per 1M tokens, exact to 18 decimals");
        }
    }

    private static BigDecimal amount(RequestFields requestFields, String name)
            throws ProblemException {
        JsonNode value =
                requestFields.get(name).orElseThrow(() -> requestFields.invalid(name, "a number"));
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw requestFields.invalid(name, "a number");
        }
        return value.decimalValue();
    }

    private static void reply(Optional<QuotaSnapshot> quota, ServerExchange serverExchange) {
        if (quota.isPresent()) {
            serverExchange.json(200, of(quota.get()));
        } else {
            serverExchange.respondWithProblem(
                    Problem.of(ErrorCode.NOT_FOUND, "the session is under no quota"));
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
