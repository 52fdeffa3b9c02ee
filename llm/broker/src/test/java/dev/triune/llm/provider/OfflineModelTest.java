/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OfflineModelTest {
    @Test
    void scriptIsAnsweredInOrderThenRepeatsItsLastLine() {
        OfflineModel mind = OfflineModel.scripted("one", "two", "three");

        assertThat(answer(mind)).isEqualTo("one");
        assertThat(answer(mind)).isEqualTo("two");
        assertThat(answer(mind)).isEqualTo("three");
        assertThat(answer(mind)).isEqualTo("three");
        assertThat(answer(mind)).isEqualTo("three");
    }

    @Test
    void singleLineScriptRepeatsItsLine() {
        OfflineModel mind = OfflineModel.scripted("only");

        assertThat(answer(mind)).isEqualTo("only");
        assertThat(answer(mind)).isEqualTo("only");
    }

    @Test
    void rejectsAnEmptyScript() {
        assertThatIllegalArgumentException().isThrownBy(OfflineModel::scripted);
    }

    private static String answer(OfflineModel mind) {
        return mind.answer(Prompt.of("hello?"), new Random(0));
    }
}
