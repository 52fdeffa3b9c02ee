/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.ProviderSettings;
import org.junit.jupiter.api.Test;

class ProviderSlotTest {
    @Test
    void grantsAtMostTheConfiguredPermits() {
        ProviderSlot slot = slot(2);

        slot.acquirePermit();
        assertThat(slot.hasPermit()).isTrue();
        slot.acquirePermit();

        assertThat(slot.hasPermit()).isFalse();
        assertThat(slot.load()).isEqualTo(2);
        assertThatIllegalStateException().isThrownBy(slot::acquirePermit);
    }

    @Test
    void releasedPermitCanBeAcquiredAgain() {
        ProviderSlot slot = slot(1);
        slot.acquirePermit();

        slot.releasePermit();

        assertThat(slot.load()).isZero();
        assertThat(slot.hasPermit()).isTrue();
    }

    @Test
    void rejectsReleasingAPermitTwice() {
        ProviderSlot slot = slot(1);
        slot.acquirePermit();
        slot.releasePermit();

        assertThatIllegalStateException().isThrownBy(slot::releasePermit);
        assertThat(slot.load()).isZero();
    }

    private static ProviderSlot slot(int permits) {
        return new ProviderSlot(ProviderSettings.of("a", "m").withPermits(permits), () -> 0);
    }
}
