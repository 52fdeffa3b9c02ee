/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.FakeBroker;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Saves do not depend on the default locale. */
class SaveLocaleTest {
    @Test
    void loadsSaveWrittenInLocaleWithOtherDigits() {
        SavingWorld before = new SavingWorld(new FakeBroker());
        before.agent();
        before.ticks(7);
        Locale usual = Locale.getDefault();
        byte[] save;
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));
            assertThat(String.format("%d", 7)).as("a digit in that locale").isNotEqualTo("7");
            save = before.save();
        } finally {
            Locale.setDefault(usual);
        }
        SavingWorld after = new SavingWorld(new FakeBroker());
        assertThat(after.load(save).entities.size()).isEqualTo(1);
        assertThat(after.minds.clock().tick()).isEqualTo(7);
    }
}
