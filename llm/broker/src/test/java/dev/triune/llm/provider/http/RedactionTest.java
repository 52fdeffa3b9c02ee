/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedactionTest {
    private static final Prompt PROMPT = Prompt.of(
            Message.system("You guard the northern gate of the village and trust nobody."),
            Message.user("Who are you?"));

    private final Redaction redaction =
            new Redaction(List.of("key-1", "key-1-of-the-other-account"));

    @Test
    void secretsAndWhatLooksLikeOneAreTakenOut() {
        assertThat(redaction.clean("bad key-1, key-1-of-the-other-account!", PROMPT))
                .isEqualTo("bad [redacted], [redacted]!");
        assertThat(redaction.clean("got 'bearer abc.def' and sk-12345", PROMPT))
                .isEqualTo("got 'Bearer [redacted] and [redacted]");
    }

    @Test
    void aMessageIsShortAndOnOneLine() {
        assertThat(redaction.clean(" a\r\n\tb\u0007 c ", PROMPT)).isEqualTo("a b c");
        assertThat(redaction.clean("x".repeat(1000), PROMPT)).hasSize(Redaction.MAX_LENGTH);
    }

    @Test
    void nothingIsLeftThatMovesACursorBreaksALineOrTurnsTheWriting() {
        assertThat(redaction.clean("\u001b[2Ja\u009b2Jb\u0085c\u2028d\u202ee\u2066f", PROMPT))
                .isEqualTo("[2Ja 2Jb c d e f");
    }

    @Test
    void aSecretBehindMuchWhiteSpaceDoesNotSlipThroughInPart() {
        assertThat(redaction.clean(" ".repeat(5000) + "key-1", PROMPT)).isEqualTo("[redacted]");
    }

    @Test
    void aMessageThatQuotesThePromptIsWithheld() {
        String withheld = "(the server's message quotes the prompt)";
        assertThat(redaction.clean("cannot parse: guard the northern\ngate of the village", PROMPT))
                .isEqualTo(withheld);
        assertThat(redaction.clean("cannot answer 'Who are you?'", PROMPT)).isEqualTo(withheld);
        assertThat(redaction.clean("the village is closed", PROMPT))
                .isEqualTo("the village is closed");
    }
}
