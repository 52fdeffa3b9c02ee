/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Priority;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What calls cost, however they end. A token of any text is estimated as three characters. */
final class ChargesTest {
    private static final TokenPrices NONE = TokenPrices.of("0", "0", "0");
    private static final TokenPrices OF_QUOTA = TokenPrices.of("1", "0.25", "4");

    /** 1,000 tokens by estimate. */
    private static final String PROMPT = "abc".repeat(1_000);

    private final Stage stage = Stage.ofTwo(
            Stage.settings().withPermits(4),
            builder -> builder.prices(new PriceCatalog(
                    Map.of(
                            "model-1", TokenPrices.of("15", "1.5", "18.75", "75"),
                            "second/model-1", TokenPrices.of("150", "15", "187.5", "750")),
                    NONE)));

    @Test
    void catalogPricesTakePrecedenceOverQuotaPrices() {
        enable("100");
        ask();
        last().complete(new Usage(1_000_000, 100_000, 200_000, 100_000));
        stage.settle();

        assertThat(left()).as("100 - 15 - 0.15 - 3.75 - 7.5").isEqualByComparingTo("73.6");
        assertThat(cost()).isEqualByComparingTo("26.4");
    }

    @Test
    void modelMissingFromCatalogUsesQuotaPrices() {
        enable("100");
        stage.submit(Stage.asking("model-2", "?").tenant("s1"));
        stage.settle();
        stage.second.last().complete(new Usage(1_000_000, 0, 0, 1_000_000));
        stage.settle();

        assertThat(left()).isEqualByComparingTo("95");
    }

    /**
     * Of 0.1 USD the prompt takes 0.015, and nine tenths of the rest buy 1,020 tokens for 75 USD.
     */
    @Test
    void trimsMaxTokensByThePricesOfTheModel() {
        enable("0.1");
        ask();

        assertThat(last().asked.maxTokens()).isEqualTo(1_020);
    }

    @Test
    void cancelledAnswersAreCharged() {
        enable("2");
        for (int i = 0; i < 50; i++) {
            Recorder recorder = new Recorder();
            Ticket ticket = submit(recorder);
            stage.settle();
            last().text("abc".repeat(100));
            stage.settle();
            stage.broker.cancel(ticket);
            stage.settle();
            assertThat(recorder.outcomeWithEstimate())
                    .isEqualTo(new Outcome.Cancelled(false, new Usage(1_000, 0, 0, 100, true)));
            assertThat(recorder.telemetry().usage())
                    .isEqualTo(recorder.outcomeWithEstimate().usage());
        }

        assertThat(left()).as("each cost 0.015 + 0.0075").isEqualByComparingTo("0.875");
        assertThat(cost()).isEqualByComparingTo("1.125");
        assertThat(stage.broker.stats().calls().usage())
                .isEqualTo(new Usage(50_000, 0, 0, 5_000, true));
    }

    @Test
    void estimateOfACancelledAnswerIsAtMostItsMaxTokens() {
        Recorder recorder = new Recorder();
        Ticket ticket = submit(recorder);
        stage.settle();
        int most = last().asked.maxTokens();
        last().text("abc".repeat(most + 1_000));
        stage.settle();
        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.telemetry().usage().output()).isEqualTo(most);
    }

    @Test
    void chargesReportedUsageAndEstimatesOnlyTheRest() {
        Recorder recorder = ask();
        last().sink.usage(new Usage(700, 200, 100, 1));
        last().text("abc".repeat(40));
        last().sink.usage(new Usage(700, 200, 100, 30));
        last().fail(FailureCode.CUT_OFF);
        stage.settle();

        assertThat(recorder.outcomeWithEstimate().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(recorder.outcomeWithEstimate().usage())
                .isEqualTo(new Usage(700, 200, 100, 40, true));
    }

    @Test
    void usageReportThatCoversTheAnswerIsNotAnEstimate() {
        Recorder recorder = ask();
        last().text("abc").sink.usage(new Usage(700, 0, 0, 400));
        last().fail(FailureCode.CUT_OFF);
        stage.settle();

        assertThat(recorder.outcomeWithEstimate().usage()).isEqualTo(new Usage(700, 0, 0, 400));
    }

    @Test
    void timeoutWithoutAnyPartCostsThePrompt() {
        enable("1");
        Recorder recorder = ask();
        stage.advance(Duration.ofSeconds(60));

        assertThat(recorder.outcomeWithEstimate().canonicalCode()).isEqualTo("provider_timeout");
        assertThat(recorder.outcomeWithEstimate().usage())
                .isEqualTo(new Usage(1_000, 0, 0, 0, true));
        assertThat(left()).isEqualByComparingTo("0.985");
    }

    @Test
    void incompleteAnswerCostsItsReportedUsage() {
        Recorder recorder = ask();
        last().sink.complete(FinishReason.LENGTH, new Usage(900, 0, 0, 4_096));
        stage.settle();

        assertThat(recorder.outcomeWithEstimate())
                .as("it reasoned until it reached the limit")
                .isEqualTo(new Outcome.Incomplete(
                        "first",
                        "model-1",
                        FinishReason.LENGTH,
                        false,
                        new Usage(900, 0, 0, 4_096)));
    }

    @Test
    void estimatesUsageOfAnAnswerWithoutAReport() {
        enable("1");
        Recorder recorder = ask();
        last().text("abc".repeat(100)).complete();
        stage.settle();

        assertThat(recorder.outcomeWithEstimate().usage())
                .isEqualTo(new Usage(1_000, 0, 0, 100, true));
        assertThat(left()).isEqualByComparingTo("0.9775");
    }

    static Stream<CallFailure> refusals() {
        return Stream.of(
                new CallFailure.RateLimited(null, "too many"),
                new CallFailure.Failed(FailureCode.AUTHENTICATION, "no"),
                new CallFailure.Failed(FailureCode.BAD_REQUEST, "no"),
                new CallFailure.Failed(FailureCode.UNREACHABLE, "no"),
                new CallFailure.Failed(FailureCode.PROVIDER_ERROR, "no"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusedCallCostsNothing(CallFailure failure) {
        enable("1");
        Recorder recorder = ask();
        last().sink.fail(failure);
        stage.settle();

        assertThat(recorder.outcomeWithEstimate().usage()).isEqualTo(Usage.NONE);
        assertThat(left()).isEqualByComparingTo("1");
        assertThat(stage.broker.stats().calls().usage()).isEqualTo(Usage.NONE);
    }

    @Test
    void requestCancelledInTheQueueCostsNothing() {
        enable("1");
        ask();
        Recorder waits = new Recorder();
        stage.broker.cancel(submit(waits));
        stage.settle();

        assertThat(waits.outcomeWithEstimate()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(left()).isEqualByComparingTo("1");
    }

    @Test
    void requestCostsTheSumOfItsCallsAtEachProvidersPrices() {
        Recorder recorder = stage.submit(Stage.asking(PROMPT));
        stage.advance(Duration.ofSeconds(60));
        stage.second.last().complete(new Usage(1_000, 0, 0, 10));
        stage.settle();

        assertThat(recorder.outcomeWithEstimate())
                .isEqualTo(new Outcome.Answered(
                        "second", "model-2", new Usage(2_000, 0, 0, 10, true)));
        assertThat(recorder.telemetry().usage())
                .isEqualTo(recorder.outcomeWithEstimate().usage());
        assertThat(cost()).as("of the first alone").isEqualByComparingTo("0.015");
    }

    @Test
    void supersededRequestReportsTheUsageOfItsCall() {
        Recorder replaced = stage.submit(Stage.asking(PROMPT).agent("mira"));
        stage.settle();
        stage.submit(
                Stage.asking("now!").agent("mira").priority(Priority.CRITICAL).interrupting(true));
        stage.settle();

        assertThat(replaced.outcomeWithEstimate())
                .isEqualTo(new Outcome.Superseded(new Usage(1_000, 0, 0, 0, true)));
    }

    @Test
    void tokensOfACancelledCallStayInTheBudget() {
        Limits limits = Limits.NONE.withTokensPerMinute(6_000).withCountsMaxTokens(false);
        Stage one = Stage.ofOne(Stage.settings().withPermits(4).withLimits(limits), builder -> {});
        Ticket ticket =
                one.broker.submit(Stage.asking(PROMPT).maxTokens(2_000).build(), new Recorder());
        one.settle();
        one.first.last().text("abc".repeat(1_500));
        one.broker.cancel(ticket);
        one.settle();

        one.submit(Stage.asking(PROMPT).maxTokens(2_501));
        one.settle();
        assertThat(one.first.calls)
                .as("1,000 + 1,500 and 1,000 + 2,501 do not fit")
                .hasSize(1);
        one.submit(Stage.asking("?").maxTokens(900).priority(Priority.CRITICAL));
        one.settle();
        assertThat(one.first.calls).hasSize(2);
    }

    private void enable(String remaining) {
        stage.broker.enableQuota(
                new QuotaSnapshot("s1", new BigDecimal(remaining), OF_QUOTA, "day"));
    }

    private Recorder ask() {
        Recorder recorder = new Recorder();
        submit(recorder);
        stage.settle();
        return recorder;
    }

    private Ticket submit(Recorder recorder) {
        return stage.broker.submit(
                Stage.asking(PROMPT).tenant("s1").maxTokens(4_096).build(), recorder);
    }

    private FakeProvider.Call last() {
        return stage.first.last();
    }

    private BigDecimal left() {
        return stage.broker.quota("s1").orElseThrow().remaining();
    }

    private BigDecimal cost() {
        return Objects.requireNonNull(stage.broker.stats().models().get("model-1"))
                .cost();
    }
}
