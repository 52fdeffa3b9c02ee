/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class PermitsTest {
    @Test
    void asManyCanBeTakenAsThereAre() {
        Permits permits = new Permits(2);

        assertThat(permits.tryTake()).isTrue();
        assertThat(permits.tryTake()).isTrue();
        assertThat(permits.tryTake()).isFalse();
        assertThat(permits.free()).isZero();
        assertThat(permits.taken()).isEqualTo(2);
        assertThat(permits.total()).isEqualTo(2);
    }

    @Test
    void onePermitGivenBackCanBeTakenAgain() {
        Permits permits = new Permits(1);
        assertThat(permits.tryTake()).isTrue();

        permits.giveBack();

        assertThat(permits.free()).isEqualTo(1);
        assertThat(permits.tryTake()).isTrue();
    }

    @Test
    void aPermitGivenBackTwiceIsABugAndSaysSo() {
        Permits permits = new Permits(1);
        assertThat(permits.tryTake()).isTrue();
        permits.giveBack();

        assertThatIllegalStateException().isThrownBy(permits::giveBack);
        assertThat(permits.free()).isEqualTo(1);
    }

    @Test
    void thereIsAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Permits(0))
                .withMessageContaining("expected 1 or more");
    }
}
