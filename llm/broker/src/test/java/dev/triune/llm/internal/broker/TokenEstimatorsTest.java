/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Ticket;
import dev.triune.llm.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens that requests count in budgets, before and after their prompts are rendered. */
class TokenEstimatorsTest {
    private static final Limits USED =
            Limits.NONE.withTokensPerMinute(2_000).withCountsMaxTokens(false);
    private static final Limits MOST = Limits.NONE.withTokensPerMinute(2_000);

    private final TokenEstimators estimates = new TokenEstimators();

    @Test
    void unrenderedPromptIsEstimatedAtOneThousandTokens() {
        assertThat(needs(Limits.NONE, 0, 500)).isEqualTo(1_500);
        assertThat(needs(MOST, 0, 500)).isEqualTo(1_500);
    }

    @Test
    void unwrittenPromptIsChargedAsUsual() {
        estimates.of("model-1").observed(300, 900, 100);

        assertThat(estimates.promptOf("model-1", 0)).isEqualTo(1_800);
        assertThat(estimates.promptOf("model-2", 0)).isEqualTo(1_000);
        assertThat(estimates.promptOf("model-2", 300)).isEqualTo(100);
    }

    @Test
    void renderedPromptIsEstimatedAtAThirdOfItsCharacters() {
        assertThat(needs(Limits.NONE, 300, 500)).isEqualTo(600);
        assertThat(needs(MOST, 300, 500)).isEqualTo(600);
        assertThat(needs(MOST, 1, 500)).isEqualTo(501);
    }

    @Test
    void estimateBeforeRenderingNeverExceedsTheLimit() {
        assertThat(needs(MOST, 0, 4_000)).isEqualTo(2_000);
        assertThat(needs(USED, 0, 4_000)).isEqualTo(2_000);
    }

    @Test
    void maxTokensCanMakeARenderedRequestTooLarge() {
        assertThat(needs(MOST, 300, 1_901)).isEqualTo(2_001);
    }

    @Test
    void onlyThePromptCanExceedALimitOnUsedTokens() {
        assertThat(needs(USED, 300, 4_000)).isEqualTo(2_000);
        assertThat(needs(USED, 6_000, 4_000)).as("the prompt just fits").isEqualTo(2_000);
        assertThat(needs(USED, 6_003, 4_000)).isEqualTo(2_001);
    }

    @Test
    void estimateIsNotCappedWithoutALimit() {
        assertThat(needs(Limits.NONE.withCountsMaxTokens(false), 30_000, 4_000)).isEqualTo(14_000);
    }

    /** After one answer of 100 tokens the upper estimate is twice that. */
    @Test
    void limitOnUsedTokensCountsObservedAnswerLength() {
        estimates.of("model-1").observed(300, 100, 100);

        assertThat(needs(USED, 300, 1_000)).isEqualTo(200 + 200);
        assertThat(needs(MOST, 300, 1_000)).isEqualTo(200 + 1_000);
    }

    @Test
    void modelsLearnSeparately() {
        estimates.of("model-1").observed(300, 900, 900);

        assertThat(estimates.of("model-2").prompt()).isEqualTo(1_000);
        assertThat(estimates.of("model-1").prompt()).isEqualTo(1_800);
    }

    @Test
    void modelsBeyondTheFirst256ShareOneEstimator() {
        for (int i = 0; i < 256; i++) {
            estimates.of("known-" + i).observed(300, 100 + i, 100);
        }

        assertThat(estimates.of("new-1")).isSameAs(estimates.of("new-2"));
        assertThat(estimates.of("new-3"))
                .isSameAs(estimates.of("new-1"))
                .isNotSameAs(estimates.of("known-255"));
        assertThat(estimates.of("known-0").prompt()).isEqualTo(200);
        assertThat(estimates.of("known-255").prompt()).isEqualTo(710);
    }

    @Test
    void inputAndOutputLimitsCapTheEstimateSeparately() {
        Limits limits = Limits.NONE
                .withInputTokensPerMinute(700)
                .withOutputTokensPerMinute(300)
                .withCountsMaxTokens(false);

        assertThat(needs(limits, 0, 4_000)).as("not rendered").isEqualTo(700 + 300);
        assertThat(needs(limits, 3_000, 4_000)).as("too large").isEqualTo(1_000 + 300);
    }

    private long needs(Limits limits, int promptLength, int maxTokens) {
        ProviderSlot slot =
                new ProviderSlot(Stage.settings().withLimits(limits), new VirtualTime());
        RouteTarget target = new RouteTarget(slot, "model-1", List.of(), "");
        PendingRequest<String> pending = new PendingRequest<>(
                new Ticket(1), Stage.request("hello?"), update -> {}, 0, List.of(target));
        pending.rendering.promptLength = promptLength;
        return estimates.of(pending, target, maxTokens).total();
    }
}
