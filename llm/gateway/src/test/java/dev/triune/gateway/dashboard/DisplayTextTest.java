/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import org.junit.jupiter.api.Test;

class DisplayTextTest {
    @Test
    void longNamesAreTruncated() {
        assertThat(DisplayText.name("a".repeat(64))).hasSize(64).doesNotContain("…");
        assertThat(DisplayText.name("a".repeat(1000))).isEqualTo("a".repeat(64) + "…");
    }

    @Test
    void truncationNeverSplitsACharacter() {
        String cut = DisplayText.truncate("abc\uD83D\uDE00rest", 4);

        assertThat(cut).isEqualTo("abc…");
    }

    @Test
    void removesControlAndBidiCharacters() {
        assertThat(DisplayText.name("a\u001b[31mb\nc\u202Ed\u2028e")).isEqualTo("a [31mb c d e");
    }

    @Test
    void promptIsShownAsTheStartOfItsLastQuestion() {
        Request<String> request = Request.text("")
                .prompt(() -> Prompt.of(
                        Message.system("You are a smith."),
                        Message.user("Hello."),
                        Message.user("What now? ".repeat(20))))
                .build();

        assertThat(DisplayText.prompt(request)).isEqualTo("What now? ".repeat(8) + "…");
    }
}
