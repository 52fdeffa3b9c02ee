/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FactTest {
    private final Fact rumour = new VillageFacts().find(VillageFacts.RUMOUR).orElseThrow();

    @Test
    void recognizesFactByItsSignsInAnyWording() {
        assertThat(rumour.isMentionedIn(rumour.words())).isTrue();
        assertThat(rumour.isMentionedIn("Lights? In our QUARRY?")).isTrue();
        assertThat(rumour.isMentionedIn("Was there a light in the forest?")).isFalse();
    }

    @Test
    void ignoresSignsInsideOtherWords() {
        assertThat(rumour.isMentionedIn("I am delighted by the quarry.")).isFalse();
        assertThat(rumour.isMentionedIn("I am delighted by the light in the quarry."))
                .isTrue();
    }

    @Test
    void rejectsFactsWithoutSigns() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fact("secret", "nobody knows", List.of()))
                .withMessageContaining("secret");
    }
}
