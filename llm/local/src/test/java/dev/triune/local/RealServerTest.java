/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.testsupport.TinyGguf;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real llama.cpp in its own process, for which models of random numbers are new enough. Name a
 * {@code llama-server}, or {@code src/test/node/llama-server.mjs}:
 *
 * <pre>
 * ./mvnw -pl llm/local -am test -Dtest=RealServerTest -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dtriune.llama-server=PATH
 * </pre>
 */
@EnabledIfSystemProperty(named = "triune.llama-server", matches = ".+")
class RealServerTest {
    private static final AnswerSchema SCHEMA = new AnswerSchema(
            "wood",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("wood", Map.of("type", "string", "enum", List.of("oak", "elm"))),
                    "required",
                    List.of("wood"),
                    "additionalProperties",
                    false));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"llama", "qwen3", "gemma3"})
    void answersByItsSchemaAndAgainAfterItWasKilled(String architecture) throws Exception {
        Path server = Path.of(System.getProperty("triune.llama-server"));
        Path model = TinyGguf.write(folder.resolve(architecture + ".gguf"), 5, architecture);
        try (ServerProvider provider = ServerProvider.start(
                server,
                model,
                new LocalSettings(1024, 2, 1, 1024, 0, LocalSettings.LLAMA),
                List.of())) {
            assertThat(answer(provider)).containsPattern("\"wood\": *\"(oak|elm)\"");

            ProcessHandle.allProcesses()
                    .filter(process -> process.info()
                            .commandLine()
                            .orElse("")
                            .contains("--model " + model.toAbsolutePath()))
                    .filter(process -> process.children().findAny().isEmpty())
                    .forEach(ProcessHandle::destroyForcibly);
            await().until(provider::state, state -> !state.contains("is ready"));
            long killed = System.nanoTime();

            assertThat(answer(provider)).containsPattern("\"wood\": *\"(oak|elm)\"");
            System.out.println(architecture + ": the next answer came "
                    + Duration.ofNanos(System.nanoTime() - killed).toMillis() + " ms after a kill");
        }
    }

    private static String answer(ServerProvider provider) throws Exception {
        await().until(provider::state, state -> state.contains("is ready"));
        RecordingSink sink = new RecordingSink();
        provider.start(
                new ModelCall("", Prompt.of("Which wood?"), AnswerFormat.JSON, 64, 0.8, SCHEMA),
                sink);
        sink.awaitEnd();
        return sink.text();
    }
}
