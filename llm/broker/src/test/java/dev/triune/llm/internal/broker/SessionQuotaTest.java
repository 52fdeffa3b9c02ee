/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** The quota of a session: its use, answers trimmed to what remains, and the number of quotas. */
final class SessionQuotaTest extends SessionTest {
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
                (SingleOwnerBroker) stage.broker);
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
                .hasMessage("no room for the quota of another tenant: all 10000 have requests"
                        + " (disable one first)");
    }

    private static void note(Update<String> update, List<Telemetry> reported) {
        if (update instanceof Update.Ended<String> ended) {
            reported.add(ended.telemetry());
        }
    }
}
