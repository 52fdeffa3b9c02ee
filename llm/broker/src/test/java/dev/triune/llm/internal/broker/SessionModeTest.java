/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Quotas: one call at a time for each session, answers trimmed to the remaining amount. */
class SessionModeTest {
    private static final TokenPrices WEIGHTS = TokenPrices.of("1.0", "0.25", "4.0");

    private final Stage stage = Stage.ofTwo(Stage.settings().withPermits(4), builder -> {});

    @Test
    void sessionHasNoQuotaUntilEnabledAtRunTime() {
        assertThat(stage.broker.quota("s1")).isEmpty();
        Recorder one = submit("one");
        Recorder two = submit("two");
        stage.settle();
        assertThat(stage.first.calls).as("no serial lock before the quota").hasSize(2);
        assertThat(one.over()).isFalse();
        assertThat(two.over()).isFalse();

        enable("0.0100");

        assertThat(stage.broker.quota("s1")).contains(quota("0.0100"));
        assertThat(stage.broker.quota("other")).isEmpty();
    }

    @Test
    void sessionSendsOneCallAtATimeInOrderOfSubmission() {
        enable("1");
        submit("one");
        submit("two");
        submit("three");
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one");

        stage.first.last().complete();
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two");

        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
    }

    @Test
    void sessionsDoNotWaitForEachOther() {
        enable("1");
        stage.broker.enableQuota(new QuotaSnapshot("s2", BigDecimal.ONE, WEIGHTS, "day"));
        submit("one");
        submit("s2", "of another", new Recorder());
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("one", "of another");
    }

    @Test
    void deferredWaitingRequestDoesNotBlockItsSession() {
        enable("1");
        submit("one");
        stage.broker.submit(request("s1", "two").agent("mira").build(), new Recorder());
        stage.broker.defer("s1", "mira", Duration.ofSeconds(1));
        stage.advance(Duration.ofSeconds(2));
        Recorder last = submit("three");
        for (int i = 0; i < 3; i++) {
            stage.first.last().complete();
            stage.settle();
        }

        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
        assertThat(last.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void deferredAgentYieldsItsTurnAndRegainsItsPlace() {
        enable("1");
        stage.holdThePermits(4);
        stage.broker.submit(request("s1", "mira's").agent("mira").build(), new Recorder());
        submit("two");
        submit("three");
        stage.settle();

        stage.broker.defer("s1", "mira", Duration.ofSeconds(5));
        stage.first.calls.forEach(FakeProvider.Call::complete);
        stage.settle();
        assertThat(stage.first.last().question())
                .as("the session is not blocked")
                .isEqualTo("two");

        stage.advance(Duration.ofSeconds(5));
        stage.first.last().complete();
        stage.settle();
        assertThat(stage.first.last().question()).as("the older request").isEqualTo("mira's");
        stage.first.last().complete();
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("three");
    }

    @Test
    void newQuotaWaitsForCallsAlreadyInFlight() {
        submit("one");
        submit("two");
        stage.settle();
        enable("1");
        Recorder three = submit("three");
        stage.settle();
        assertThat(stage.first.calls).hasSize(2);

        stage.first.calls.get(0).complete();
        stage.settle();
        assertThat(stage.first.calls).as("the other call is still in flight").hasSize(2);
        stage.first.calls.get(1).complete();
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(three.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void requestsQueuedBeforeTheQuotaRunOneByOneAndTimeOut() {
        List<FakeProvider.Call> held = stage.holdThePermits(4);
        submit("one");
        Recorder two = submit("two");
        stage.settle();
        enable("1");
        held.forEach(FakeProvider.Call::complete);
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("one");
        assertThat(stage.first.calls).hasSize(5);

        stage.advance(Duration.ofSeconds(30));

        assertThat(two.outcome().canonicalCode()).isEqualTo("queue_timeout");
    }

    @Test
    void disablingTheQuotaSendsAllWaitingRequests() {
        enable("1");
        submit("one");
        submit("two");
        submit("three");
        stage.settle();
        assertThat(stage.first.calls).hasSize(1);

        stage.broker.disableQuota("s1");
        stage.broker.disableQuota("unknown");
        stage.settle();

        assertThat(stage.broker.quota("s1")).isEmpty();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
    }

    @Test
    void exceedingTheSessionLimitDropsLeastRecentlyUsedQuota() {
        for (int i = 1; i <= 10_000; i++) {
            stage.broker.enableQuota(new QuotaSnapshot("s" + i, BigDecimal.ONE, WEIGHTS, "day"));
        }
        submit("one");
        stage.settle();
        stage.broker.quota("s2");

        stage.broker.enableQuota(new QuotaSnapshot("more", BigDecimal.ONE, WEIGHTS, "day"));

        assertThat(stage.broker.quota("s1")).as("s1 has a request").isPresent();
        assertThat(stage.broker.quota("s2")).as("s2 was queried recently").isPresent();
        assertThat(stage.broker.quota("s3")).isEmpty();
        assertThat(stage.broker.quota("s4")).isPresent();
        assertThat(stage.broker.quota("more")).isPresent();
    }

    @Test
    void rejectsAnotherQuotaWhenAllSessionsHaveRequests() {
        TenantQuotas quotas = new TenantQuotas(
                QuotaPolicy.DEFAULT,
                new PriceCatalog(Map.of(), TokenPrices.of("0", "0", "0")),
                resumed -> {});
        List<PendingRequest<?>> open = new ArrayList<>();
        RouteTarget target = new RouteTarget(
                new ProviderSlot(Stage.settings(), stage.time), "model-1", List.of(), "");
        for (int i = 0; i < 10_000; i++) {
            String session = "s" + i;
            quotas.enable(new QuotaSnapshot(session, BigDecimal.ONE, WEIGHTS, "day"), open);
            open.add(new PendingRequest<>(
                    new Ticket(i + 1),
                    request(session, "?").build(),
                    update -> {},
                    0,
                    List.of(target)));
        }
        QuotaSnapshot more = new QuotaSnapshot("more", BigDecimal.ONE, WEIGHTS, "day");

        assertThatThrownBy(() -> quotas.enable(more, open))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no room for the quota of another session: all 10000 have requests"
                        + " (disable one first)");
    }

    @Test
    void waitingRequestEndsWithQueueTimeoutAfterThirtySeconds() {
        enable("1");
        submit("one");
        Recorder waiter = submit("two");
        stage.advance(Duration.ofSeconds(29));
        assertThat(waiter.over()).isFalse();

        stage.advance(Duration.ofSeconds(1));

        assertThat(waiter.outcome().canonicalCode()).isEqualTo("queue_timeout");
        assertThat(stage.first.calls).as("no call for the waiting request").hasSize(1);
        stage.first.last().complete();
        Recorder next = submit("three");
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        assertThat(next.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void timedOutCallFailsAsPartialAndFreesTheSession() {
        enable("1");
        Recorder slow = submit("one");
        stage.settle();
        stage.first.last().text("half an ans");
        stage.advance(Duration.ofSeconds(20));
        Recorder next = submit("two");
        stage.advance(Duration.ofSeconds(9));
        stage.advance(Duration.ofSeconds(31));

        assertThat(slow.heard).contains("part half an ans");
        assertThat(slow.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.canonicalCode()).isEqualTo("provider_timeout");
            assertThat(failed.partial()).isTrue();
        });
        assertThat(next.outcome().canonicalCode()).isEqualTo("queue_timeout");
        Recorder third = submit("three");
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("three");
        assertThat(third.over()).isFalse();
    }

    @Test
    void cancellingAWaitingRequestCallsNoProvider() {
        enable("1");
        submit("one");
        Recorder waiter = new Recorder();
        Ticket ticket = submit("s1", "two", waiter);
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(waiter.outcome().canonicalCode()).isEqualTo("cancelled_before_start");
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void cancellingCallInFlightStartsTheNextRequest() {
        enable("1");
        Recorder recorder = new Recorder();
        Ticket ticket = submit("s1", "one", recorder);
        submit("two");
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.outcome().canonicalCode()).isEqualTo("cancelled_after_start");
        assertThat(stage.first.calls.get(0).cancels).isEqualTo(1);
        assertThat(stage.first.last().question()).isEqualTo("two");
    }

    @Test
    void providerErrorIsReportedWithItsCodeAndNotRetried() {
        enable("1");
        Recorder failing = submit("one");
        stage.settle();
        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        Recorder limited = submit("two");
        stage.settle();
        stage.first.last().rateLimited(7);
        stage.settle();

        assertThat(failing.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.canonicalCode()).isEqualTo("provider_error");
            assertThat(failed.code()).isEqualTo(FailureCode.PROVIDER_ERROR);
        });
        assertThat(limited.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.retryAfter())
                                .isGreaterThanOrEqualTo(Duration.ofSeconds(7)));
        assertThat(stage.second.calls).as("no hidden retry").isEmpty();
    }

    @Test
    void quotaDecreasesByReportedUsageDownToZero() {
        enable("0.0100");
        submit("one");
        stage.settle();
        stage.first.last().complete(new Usage(600, 400, 0, 500));
        stage.settle();
        // (600 x 1.0 + 400 x 0.25 + 500 x 4.0) / 1,000,000: cached tokens are not charged twice
        assertThat(stage.broker.quota("s1").orElseThrow().remaining())
                .isEqualByComparingTo("0.0073");

        submit("two");
        stage.settle();
        stage.first.last().complete(new Usage(0, 0, 0, 1_000_000));
        stage.settle();
        assertThat(stage.broker.quota("s1").orElseThrow().remaining()).isEqualByComparingTo("0");
    }

    @Test
    void requestsThatNeverStartCostNothing() {
        enable("0.0100");
        submit("one");
        Ticket waiting = submit("s1", "two", new Recorder());
        stage.settle();
        stage.broker.cancel(waiting);
        stage.advance(Duration.ofSeconds(30));

        assertThat(stage.broker.quota("s1").orElseThrow().remaining())
                .isEqualByComparingTo("0.0100");
    }

    @Test
    void maxTokensIsTrimmedToTheQuotaAndReportedInTelemetry() {
        enable("0.0100");
        List<Telemetry> reported = new ArrayList<>();
        stage.broker.submit(
                request("s1", "?").maxTokens(4_000).build(), update -> note(update, reported));
        stage.settle();

        // one character is one token before anything is known: floor((0.0100 - 0.000001) x
        // 1,000,000 / 4.0 x 0.9)
        assertThat(stage.first.last().asked.maxTokens()).isEqualTo(2_249);
        stage.first.last().complete();
        stage.settle();
        assertThat(reported).singleElement().satisfies(telemetry -> {
            assertThat(telemetry.trimmed()).isTrue();
            assertThat(telemetry.maxTokens()).isEqualTo(2_249);
        });
        assertThat(stage.broker.stats().models())
                .hasEntrySatisfying(
                        "model-1", model -> assertThat(model.trims()).isEqualTo(1));
    }

    @Test
    void emptyQuotaDoesNotRejectRequests() {
        enable("0");
        Recorder recorder = submit("one");
        stage.settle();

        assertThat(stage.first.last().asked.maxTokens()).isEqualTo(5);
        stage.first.last().complete();
        stage.settle();
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void systemMessageReportsRemainingQuotaIfEnabled() {
        Stage telling = Stage.ofOne(
                Stage.settings(),
                builder ->
                        builder.quotaMode(new QuotaPolicy(Duration.ofSeconds(30), 0.9, 5, true)));
        telling.broker.enableQuota(quota("0.0100"));
        telling.broker.submit(request("s1", "?").build(), new Recorder());
        telling.settle();

        List<Message> messages = telling.first.last().asked.prompt().messages();
        assertThat(messages.get(0).role()).isEqualTo(Message.Role.SYSTEM);
        assertThat(messages.get(0).text()).contains("0.0100", "weighted tokens");
        assertThat(messages.get(1).text()).isEqualTo("?");
    }

    @Test
    void remainingQuotaMessageFollowsTheStablePart() {
        Stage telling = Stage.ofOne(
                Stage.settings(),
                builder ->
                        builder.quotaMode(new QuotaPolicy(Duration.ofSeconds(30), 0.9, 5, true)));
        telling.broker.enableQuota(quota("0.0100"));
        Prompt prompt = Prompt.of(Message.system("Rules."), Message.user("?")).withStable(1);
        telling.broker.submit(
                Request.text("").tenant("s1").prompt(() -> prompt).build(), new Recorder());
        telling.settle();

        Prompt sent = telling.first.last().asked.prompt();
        assertThat(sent.stable()).isEqualTo(1);
        assertThat(sent.messages().get(0).text()).isEqualTo("Rules.");
        assertThat(sent.messages().get(1).text()).contains("0.0100", "weighted tokens");
        assertThat(sent.messages().get(2).text()).isEqualTo("?");
    }

    @Test
    void childRequestSharesLockAndQuotaOfItsParentSession() {
        enable("1");
        Request.Builder<String> parent = request("s1", "parent").agent("parent");
        Request.Builder<String> child = request("s1", "child").agent("child");
        stage.broker.submit(parent.build(), new Recorder());
        stage.broker.submit(child.build(), new Recorder());
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("parent");

        stage.first.last().complete(new Usage(1_000_000, 0, 0, 0));
        stage.settle();

        assertThat(stage.first.last().question()).isEqualTo("child");
        assertThat(stage.broker.quota("s1").orElseThrow().remaining()).isEqualByComparingTo("0");
    }

    @Test
    void quotaSummaryContainsTheExpectedTerms() {
        enable("0.0100");

        assertThat(stage.broker.quota("s1").orElseThrow().summary())
                .contains("0.0100 USD", "weighted tokens", "10000", "2500");
    }

    private void enable(String remaining) {
        stage.broker.enableQuota(quota(remaining));
    }

    private static QuotaSnapshot quota(String remaining) {
        return new QuotaSnapshot("s1", new BigDecimal(remaining), WEIGHTS, "day");
    }

    private Recorder submit(String question) {
        Recorder recorder = new Recorder();
        submit("s1", question, recorder);
        return recorder;
    }

    private Ticket submit(String session, String question, Recorder recorder) {
        return stage.broker.submit(request(session, question).build(), recorder);
    }

    private static Request.Builder<String> request(String session, String question) {
        return Request.text("model-1").tenant(session).prompt(() -> Prompt.of(question));
    }

    private static void note(Update<String> update, List<Telemetry> reported) {
        if (update instanceof Update.Ended<String> ended) {
            reported.add(ended.telemetry());
        }
    }
}
