/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Each wrong flag is refused in one line, before a window opens. */
class MarketFlagsTest {
    private final StringWriter out = new StringWriter();

    private int run(String... flags) {
        CommandLine line = MarketApp.commandLine(new MarketApp());
        line.setErr(new PrintWriter(out, true));
        line.setOut(new PrintWriter(out, true));
        return line.execute(flags);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --hour 25                     | --hour 25.0 (expected 0 to 23)
            --name Bartholomew-of-the-Long-Name | (expected 1 to 20 characters)
            --model m                     | --provider, --model and --api-key-env need a server: add --llm URL
            --llm http://127.0.0.1:1      | --llm http://127.0.0.1:1 needs a model: add --model NAME
            --llm u --config x            | --llm u and --config exclude each other: leave out one of them
            --llm u --model m             | --llm:
            --llm http://127.0.0.1:1 --model m --provider x | --provider x is not a protocol (expected one of openai, anthropic, ollama)
            --llm http://127.0.0.1:1 --model m --api-key-env NO_SUCH_KEY | that environment variable is not set (export it first)
            --config no-such-file.yaml    | no-such-file.yaml
            """)
    void wrongFlagsAreRefusedInOneLine(String flags, String message) {
        assertThat(run(flags.split(" "))).isEqualTo(2);
        assertThat(out.toString()).contains(message).hasLineCount(1).endsWith("; see --help\n");
    }

    @Test
    void helpNamesTheFlags() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--llm=URL", "--config=FILE", "--hour=HOUR", "--name=NAME");
    }
}
