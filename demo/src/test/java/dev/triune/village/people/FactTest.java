/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FactTest {
    private final Fact rumour = new Lore().of(Lore.RUMOUR).orElseThrow();

    @Test
    void whoSaysAllItsSignsSpeaksOfItInWhateverWords() {
        assertThat(rumour.isIn(rumour.words())).isTrue();
        assertThat(rumour.isIn("Lights? In our QUARRY?")).isTrue();
        assertThat(rumour.isIn("Was there a light in the forest?")).isFalse();
    }

    @Test
    void aSignInTheMiddleOfAnotherWordIsNone() {
        assertThat(rumour.isIn("I am delighted by the quarry.")).isFalse();
        assertThat(rumour.isIn("I am delighted by the light in the quarry.")).isTrue();
    }

    @Test
    void aFactWithoutSignsCouldNeverBeTold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fact("secret", "nobody knows", List.of()))
                .withMessageContaining("secret");
    }
}
