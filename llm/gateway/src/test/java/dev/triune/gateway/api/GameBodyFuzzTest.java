/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.Bodies;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Any body sent to any game call is read within its limits or rejected as a client error. */
class GameBodyFuzzTest {
    private static final int CREDITS = 100;
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("m", TokenPrices.of("1", "0.5", "2")), TokenPrices.of("0", "0", "0"));

    /** Reads the body of one kind of call. */
    @FunctionalInterface
    private interface Call {
        void read(RequestFields requestFields) throws ProblemException;
    }

    @FuzzTest(maxDuration = "60s")
    void everyBodyIsReadWithinItsLimitsOrRejected(byte[] body) {
        readOrRefused(body, GameBodyFuzzTest::generate);
        readOrRefused(
                body,
                requestFields ->
                        RequestAssertions.assertBrokerAccepts(ChatHandler.read(requestFields)));
        readOrRefused(body, GameBodyFuzzTest::batch);
        readOrRefused(body, GameBodyFuzzTest::quota);
    }

    private static void generate(RequestFields requestFields) throws ProblemException {
        String session = requestFields.name("sessionId");
        RequestAssertions.assertBrokerAccepts(
                GameRequestReader.read(session, requestFields).build());
        assertThat(GameRequestReader.cancelName(requestFields).length())
                .isLessThanOrEqualTo(RequestFields.MAX_NAME_LENGTH);
    }

    private static void batch(RequestFields requestFields) throws ProblemException {
        List<BatchHandler.BatchedRequest> batchedRequests =
                BatchHandler.read(requestFields, CREDITS);
        assertThat(batchedRequests).hasSizeBetween(1, BatchHandler.MAX_REQUESTS);
        assertThat(batchedRequests)
                .extracting(BatchHandler.BatchedRequest::id)
                .doesNotHaveDuplicates()
                .doesNotContain("");
        for (BatchHandler.BatchedRequest batchedRequest : batchedRequests) {
            assertThat(batchedRequest.request().cost()).isLessThanOrEqualTo(CREDITS);
            RequestAssertions.assertBrokerAccepts(batchedRequest.request());
        }
    }

    private static void quota(RequestFields requestFields) throws ProblemException {
        QuotaSnapshot quota = QuotaHandler.read(requestFields, PRICES);
        assertThat(quota.remaining()).isBetween(BigDecimal.ZERO, BigDecimal.TEN.pow(12));
        assertThat(quota.summary().length()).isLessThan(1000);
    }

    private static void readOrRefused(byte[] body, Call call) {
        try {
            call.read(Bodies.fields(body));
        } catch (ProblemException problemException) {
            RequestAssertions.assertClientError(problemException.problem());
            assertThat(Json.bytes(ApiErrorFormat.INSTANCE.body(problemException.problem())))
                    .isNotEmpty();
        }
    }
}
