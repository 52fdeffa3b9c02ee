/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Each invalid flag is reported on one line, before a window opens. */
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
            --hour 24                     | --hour: expected 0 or more, below 24
            --hour -0.5                   | --hour: expected 0 or more, below 24
            --save /no-such-folder/x      | --save /no-such-folder/x: cannot be written
            --name Bartholomew-of-the-Long-Name | (expected 1 to 20 characters)
            --model m                     | Missing required argument(s): --llm=<url>
            --llm http://127.0.0.1:1      | Missing required argument(s): --model=<model>
            --llm u --model m --config x  | --llm excludes --config and --local: leave out one
            --local a.gguf --config x     | option '--config' (<file>) should be specified only once
            --server bin                  | --server bin runs the model of a file: add --local FILE.gguf
            --server bin --config x       | --server bin runs the model of a file: add --local FILE.gguf
            --local no-such-file.gguf     | no-such-file.gguf: there is no such file
            --llm u --model m             | base URL "u" (expected http or https and a host
            --llm http://127.0.0.1:1 --model m --provider x | Invalid value for option '--provider': expected one of [OPENAI, ANTHROPIC, OLLAMA]
            --llm http://127.0.0.1:1 --model m --api-key-env NO_SUCH_KEY | --api-key-env NO_SUCH_KEY is not set: export it
            --config no-such-file.yaml    | no-such-file.yaml
            """)
    void reportsInvalidFlagsOnOneLine(String flags, String message) {
        assertThat(run(flags.split(" "))).isEqualTo(2);
        assertThat(out.toString())
                .startsWith("triune-market: ")
                .contains(message)
                .hasLineCount(1)
                .endsWith("; see --help\n");
    }

    @Test
    void acceptsALocalModel(@TempDir Path folder) throws IOException {
        Path model = Files.createFile(folder.resolve("small.gguf"));
        assertThat(CommandLine.populateCommand(new MarketApp(), "--local", model.toString())
                        .game())
                .isNotNull(); // the model is loaded when the game begins
    }

    @Test
    void helpListsTheFlags() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "--llm=<url>",
                        "--local, --config=<file>",
                        "--hour=<hour>",
                        "--name=<name>");
    }
}
