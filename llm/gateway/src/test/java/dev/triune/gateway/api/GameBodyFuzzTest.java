/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.Bodies;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Handed;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.policy.quota.PriceCatalog;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Any body, given to each call of a game: read within its limits, or refused as the client's fault. */
class GameBodyFuzzTest {
    private static final int CREDITS = 100;
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("m", TokenWeights.of("1", "0.5", "2")), TokenWeights.of("0", "0", "0"));

    /** Reads the body of one kind of call. */
    @FunctionalInterface
    private interface Call {
        void read(Fields fields) throws Refused;
    }

    @FuzzTest(maxDuration = "60s")
    void anyBodyIsReadWithinItsLimitsOrRefused(byte[] body) {
        readOrRefused(body, GameBodyFuzzTest::generate);
        readOrRefused(
                body,
                fields -> Handed.assertThatTheBrokerTakes(Chat.read(fields).inOnePiece()));
        readOrRefused(body, GameBodyFuzzTest::batch);
        readOrRefused(body, GameBodyFuzzTest::quota);
    }

    private static void generate(Fields fields) throws Refused {
        String session = fields.name("sessionId", GameRequests.MOST_NAME);
        Handed.assertThatTheBrokerTakes(GameRequests.read(session, fields));
    }

    private static void batch(Fields fields) throws Refused {
        List<Batch.Item> items = Batch.read(fields, CREDITS);
        assertThat(items).hasSizeBetween(1, Batch.MOST_REQUESTS);
        assertThat(items).extracting(Batch.Item::id).doesNotHaveDuplicates().doesNotContain("");
        for (Batch.Item item : items) {
            assertThat(item.request().cost()).isLessThanOrEqualTo(CREDITS);
            Handed.assertThatTheBrokerTakes(item.request());
        }
    }

    private static void quota(Fields fields) throws Refused {
        QuotaSnapshot quota = Quotas.read(fields, PRICES);
        assertThat(quota.remaining()).isBetween(BigDecimal.ZERO, BigDecimal.TEN.pow(12));
        assertThat(quota.line().length()).isLessThan(1000);
    }

    private static void readOrRefused(byte[] body, Call call) {
        try {
            call.read(Bodies.fields(body));
        } catch (Refused refused) {
            Handed.assertThatTheClientIsToldWhy(refused.problem());
            assertThat(Json.bytes(ApiErrors.FORM.body(refused.problem()))).isNotEmpty();
        }
    }
}
