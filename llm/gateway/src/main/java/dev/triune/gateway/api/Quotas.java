/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.ErrorCode;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.policy.quota.PriceCatalog;
import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /api/llm/quota}: what sessions may still spend. */
final class Quotas {
    private static final String DEFAULT_WINDOW = "session";
    private static final TokenWeights FREE = TokenWeights.of("0", "0", "0");

    private final Gateway gateway;
    private final PriceCatalog prices;

    /**
     * The quotas of a gateway.
     *
     * @param prices of the models that an operator names
     */
    Quotas(Gateway gateway, PriceCatalog prices) {
        this.gateway = gateway;
        this.prices = prices;
    }

    /** {@code GET}: of the session in the query. */
    void get(Fields none, Exchange exchange) throws Refused {
        String session = exchange.query("sessionId");
        boolean good = !session.isBlank()
                && session.length() <= GameRequests.MOST_NAME
                && session.chars().noneMatch(Character::isISOControl);
        if (!good) {
            throw new Refused(Problem.ofField(
                    "sessionId",
                    "sessionId is missing or no name (expected ?sessionId= and 1 to "
                            + GameRequests.MOST_NAME + " characters)"));
        }
        Later.then(gateway.quota(session), gateway, exchange, quota -> tell(quota, exchange));
    }

    /** {@code POST}: puts a session under a quota. */
    void post(Fields fields, Exchange exchange) throws Refused {
        Later.then(
                gateway.enableQuota(read(fields, prices)),
                gateway,
                exchange,
                quota -> tell(quota, exchange));
    }

    /** Reads a quota, for which either weights are given or a model of those prices. */
    static QuotaSnapshot read(Fields fields, PriceCatalog prices) throws Refused {
        String session = fields.neededName("sessionId", GameRequests.MOST_NAME);
        String window = fields.name("window", GameRequests.MOST_NAME);
        BigDecimal remaining = amount(fields, "remaining_units");
        TokenWeights weights = weights(fields, prices);
        return snapshot(
                fields, session, remaining, weights, window.isBlank() ? DEFAULT_WINDOW : window);
    }

    private static QuotaSnapshot snapshot(
            Fields fields,
            String session,
            BigDecimal remaining,
            TokenWeights weights,
            String window)
            throws Refused {
        try {
            return new QuotaSnapshot(session, remaining, weights, window);
        } catch (IllegalArgumentException e) { // the names were looked at before
            throw fields.wrong("remaining_units", "0 to a trillion USD, exact to 36 decimals");
        }
    }

    private static TokenWeights weights(Fields fields, PriceCatalog prices) throws Refused {
        Optional<Fields> given = fields.object("weights");
        String model = fields.name("model", 2 * GameRequests.MOST_NAME);
        if (given.isPresent() == !model.isBlank()) {
            throw fields.refuse("weights", "or model tells the prices (expected one of them)");
        }
        if (given.isEmpty()) {
            TokenWeights listed = prices.of(model);
            if (listed.equals(FREE)) { // a quota that no call ever lessens is a mistake
                throw fields.refuse("model", "has no price in the catalog (expected weights)");
            }
            return listed;
        }
        Fields it = given.get();
        return new TokenWeights(price(it, "input"), price(it, "cached"), price(it, "output"));
    }

    private static BigDecimal price(Fields weights, String name) throws Refused {
        BigDecimal price = amount(weights, name);
        try {
            return new TokenWeights(price, BigDecimal.ZERO, BigDecimal.ZERO).input();
        } catch (IllegalArgumentException e) {
            throw weights.wrong(name, "0 to a trillion USD per 1M tokens, exact to 18 decimals");
        }
    }

    private static BigDecimal amount(Fields fields, String name) throws Refused {
        JsonNode value = fields.get(name).orElseThrow(() -> fields.wrong(name, "a number"));
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw fields.wrong(name, "a number");
        }
        return value.decimalValue();
    }

    private static void tell(Optional<QuotaSnapshot> quota, Exchange exchange) {
        if (quota.isPresent()) {
            exchange.json(200, of(quota.get()));
        } else {
            exchange.problem(Problem.of(ErrorCode.NOT_FOUND, "the session is under no quota"));
        }
    }

    private static ObjectNode of(QuotaSnapshot quota) {
        ObjectNode object = Json.object()
                .put("session_id", quota.session())
                .put("remaining_units", quota.remaining());
        object.putObject("weights")
                .put("input", quota.weights().input())
                .put("cached", quota.weights().cached())
                .put("output", quota.weights().output());
        return object.put("window", quota.window())
                .put("currency", quota.currency())
                .put("unit", quota.unit())
                .put("text", quota.line());
    }
}
