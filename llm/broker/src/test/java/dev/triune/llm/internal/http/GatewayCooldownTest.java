/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.Provider.BatchingProvider.BatchCall;
import dev.triune.llm.provider.RecordingSink;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gateway's cooldown is respected and reported in ticks. */
final class GatewayCooldownTest extends GatewayFixture {
    private static final Duration EIGHT_SECONDS = Duration.ofSeconds(8);

    private void answerWith(String cooldown) {
        stream(GatewayScript.delta("Hello") + GatewayScript.complete(cooldown));
    }

    private void refuseWith(String cooldown) {
        String fields = GatewayScript.fields("RATE_LIMIT_COOLDOWN", 429, "wait", cooldown);
        answers.add(json(429, "{" + fields + "}"));
    }

    @Test
    void cooldownOfAnAnswerExpiresWithTime() throws Exception {
        answerWith(GatewayScript.cooldown(8000, 4));
        GatewayProvider provider = open();
        assertThat(provider.cooldown()).isZero();
        assertThat(provider.activeGames()).isZero();
        ask(provider).usage();
        assertThat(provider.cooldown()).isEqualTo(EIGHT_SECONDS);
        assertThat(provider.cooldownTicks()).isEqualTo(160);
        assertThat(provider.activeGames()).isEqualTo(4);
        time.advance(Duration.ofMillis(7999));
        assertThat(provider.cooldownTicks()).isOne();
        time.advance(Duration.ofMillis(1));
        assertThat(provider.cooldown()).isZero();
        assertThat(provider.cooldownTicks()).isZero();
    }

    @Test
    void cooldownOfARefusalIsItsRetryAfter() throws Exception {
        refuseWith(",\"retryAfterMs\":2000" + GatewayScript.cooldown(1000, 4));
        GatewayProvider provider = open();
        RateLimited refused = (RateLimited) refusal(provider);
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(provider.cooldown()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void readsTheCooldownOfAnErrorInAStream() throws Exception {
        String fields = GatewayScript.fields(
                "RATE_LIMIT_COOLDOWN", 429, "wait", GatewayScript.cooldown(3000, 2));
        stream(GatewayScript.error("", fields));
        GatewayProvider provider = open();
        assertThat(refusal(provider)).isInstanceOf(RateLimited.class);
        assertThat(provider.cooldown()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void sendsNoRequestDuringTheCooldown() throws Exception {
        answerWith(GatewayScript.cooldown(8000, 4));
        GatewayProvider provider = open();
        ask(provider).usage();
        time.advance(Duration.ofSeconds(7));
        RateLimited kept = (RateLimited) refusal(provider);
        assertThat(kept.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(kept.message()).isEqualTo(host() + " wants no call for 1000 ms");
        RecordingSink inBatch = new RecordingSink();
        provider.startBatch(List.of(new BatchCall(CALL, inBatch)));
        assertThat(inBatch.failure()).isEqualTo(kept);
        assertThat(asked).as("calls that were sent").hasSize(1);

        time.advance(Duration.ofSeconds(1));
        answerWith("");
        ask(provider).usage();
        assertThat(asked).hasSize(2);
    }

    @Test
    void laterCooldownNeverShortensTheWait() throws Exception {
        LiveBody first = new LiveBody();
        LiveBody second = new LiveBody();
        answers.add(first.response());
        answers.add(second.response());
        GatewayProvider provider = open();
        RecordingSink other = new RecordingSink();
        provider.start(CALL, sink);
        next(asked);
        provider.start(CALL, other);
        next(asked);
        first.say(GatewayScript.complete(GatewayScript.cooldown(8000, 4)));
        first.end();
        sink.usage();
        second.say(GatewayScript.complete(GatewayScript.cooldown(1000, 3)));
        second.end();
        other.usage();
        assertThat(provider.cooldown()).isEqualTo(EIGHT_SECONDS);
        assertThat(provider.activeGames()).isEqualTo(3);
    }

    @Test
    void excessiveCooldownIsCappedAtOneHour() throws Exception {
        refuseWith(GatewayScript.cooldown(Long.MAX_VALUE, 4));
        GatewayProvider provider = open();
        refusal(provider);
        assertThat(provider.cooldown()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "49, 1", "50, 1", "51, 2", "8000, 160", "-5, 0"})
    void reportsCooldownInTicksRoundedUp(long waitMs, long ticks) throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        answerWith(GatewayScript.cooldown(waitMs, 4));
        open(builder().onCooldown((wait, games) -> told.add(wait + " of " + games)));
        ask(opened.orElseThrow()).usage();
        assertThat(told).containsExactly(ticks + " of 4");
    }

    @Test
    void reportsCooldownBeforeTheAnswerEnds() throws Exception {
        Queue<String> order = new ConcurrentLinkedQueue<>();
        answerWith(GatewayScript.cooldown(50, 2));
        GatewayProvider provider =
                open(builder().onCooldown((ticks, games) -> order.add("cooldown")));
        RecordingSink heard = new RecordingSink() {
            @Override
            public void complete(FinishReason reason, Usage usage) {
                order.add("end");
                super.complete(reason, usage);
            }
        };
        provider.start(CALL, heard);
        heard.usage();
        assertThat(order).containsExactly("cooldown", "end");
    }

    @Test
    void failingListenerDoesNotAffectTheAnswer() throws Exception {
        answerWith(GatewayScript.cooldown(8000, 4));
        GatewayProvider provider = open(builder().onCooldown((ticks, games) -> {
            throw new IllegalStateException("on purpose");
        }));
        assertThat(ask(provider).usage()).isEqualTo(GatewayScript.USAGE);
        assertThat(provider.cooldown()).isEqualTo(EIGHT_SECONDS);
    }
}
