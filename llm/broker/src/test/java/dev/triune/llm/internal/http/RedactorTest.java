/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedactorTest {
    private static final Prompt PROMPT = Prompt.of(
            Message.system("You guard the northern gate of the village and trust nobody."),
            Message.user("Who are you?"));

    private final Redactor redactor = new Redactor(List.of("key-1", "key-1-of-the-other-account"));

    @Test
    void redactsSecretsAndTextThatLooksLikeSecrets() {
        assertThat(redactor.redact("bad key-1, key-1-of-the-other-account!", PROMPT))
                .isEqualTo("bad [redacted], [redacted]!");
        assertThat(redactor.redact("got 'bearer abc.def' and sk-12345", PROMPT))
                .isEqualTo("got 'Bearer [redacted] and [redacted]");
    }

    @Test
    void shortensMessagesToOneLine() {
        assertThat(redactor.redact(" a\r\n\tb\u0007 c ", PROMPT)).isEqualTo("a b c");
        assertThat(redactor.redact("x".repeat(1000), PROMPT)).hasSize(Redactor.MAX_LENGTH);
    }

    @Test
    void removesControlAndBidiCharacters() {
        assertThat(redactor.redact("\u001b[2Ja\u009b2Jb\u0085c\u2028d\u202ee\u2066f", PROMPT))
                .isEqualTo("[2Ja 2Jb c d e f");
    }

    @Test
    void redactsSecretsAfterLongWhitespace() {
        assertThat(redactor.redact(" ".repeat(5000) + "key-1", PROMPT)).isEqualTo("[redacted]");
    }

    @Test
    void withholdsMessagesThatQuoteThePrompt() {
        String withheld = "(the server's message quotes the prompt)";
        assertThat(redactor.redact("cannot parse: guard the northern\ngate of the village", PROMPT))
                .isEqualTo(withheld);
        assertThat(redactor.redact("cannot answer 'Who are you?'", PROMPT)).isEqualTo(withheld);
        assertThat(redactor.redact("the village is closed", PROMPT))
                .isEqualTo("the village is closed");
    }
}
