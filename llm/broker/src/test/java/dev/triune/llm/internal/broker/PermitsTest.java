/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class PermitsTest {
    @Test
    void grantsAtMostTheConfiguredPermits() {
        Permits permits = new Permits(2);

        assertThat(permits.tryAcquire()).isTrue();
        assertThat(permits.tryAcquire()).isTrue();
        assertThat(permits.tryAcquire()).isFalse();
        assertThat(permits.inUse()).isEqualTo(2);
        assertThat(permits.total()).isEqualTo(2);
    }

    @Test
    void releasedPermitCanBeAcquiredAgain() {
        Permits permits = new Permits(1);
        assertThat(permits.tryAcquire()).isTrue();

        permits.release();

        assertThat(permits.inUse()).isZero();
        assertThat(permits.tryAcquire()).isTrue();
    }

    @Test
    void rejectsReleasingAPermitTwice() {
        Permits permits = new Permits(1);
        assertThat(permits.tryAcquire()).isTrue();
        permits.release();

        assertThatIllegalStateException().isThrownBy(permits::release);
        assertThat(permits.inUse()).isZero();
    }

    @Test
    void rejectsFewerThanOnePermit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Permits(0))
                .withMessageContaining("expected 1 or more");
    }
}
