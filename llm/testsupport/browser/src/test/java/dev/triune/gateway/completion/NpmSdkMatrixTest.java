/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.triune.gateway.completion.SdkMatrix.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The SDKs of npm; {@code .ci/install-npm-sdks} installs them in their pinned versions. */
class NpmSdkMatrixTest {
    private static final Path FOLDER = Path.of("target/npm");

    @Test
    @Timeout(120)
    void npmSdksGetTheSameResultsThroughTheGateway() throws IOException {
        assertThat(FOLDER.resolve("node_modules"))
                .as("run .ci/install-npm-sdks")
                .isDirectory();
        Process node = new ProcessBuilder("node", "sdks.mjs")
                .directory(FOLDER.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader results = node.inputReader()) {
            List<SdkClient> sdks = List.of(
                    new NpmSdk(node, results, "npm `openai` `chat`", "chat", SdkWire.CHAT),
                    new NpmSdk(
                            node,
                            results,
                            "npm `openai` `responses`",
                            "responses",
                            SdkWire.RESPONSES),
                    new NpmSdk(
                            node, results, "npm `@anthropic-ai/sdk`", "messages", SdkWire.MESSAGES),
                    new NpmSdk(node, results, "npm `ai`", "ai", SdkWire.CHAT));
            assertAll(sdks.stream().map(sdk -> () -> SdkMatrix.check(sdk)));
        } finally {
            node.destroy();
        }
    }

    /** A method of an SDK in a Node process that reads calls and writes results, a line each. */
    private record NpmSdk(
            Process node, BufferedReader results, String name, String method, SdkWire protocol)
            implements SdkClient {
        @Override
        public SdkWire upstream() {
            return protocol == SdkWire.RESPONSES ? SdkWire.CHAT : protocol;
        }

        @Override
        public String call(String url, Mode mode) {
            String call = "{\"sdk\":\"%s\",\"url\":\"%s\",\"streamed\":%b,\"tools\":%b}%n"
                    .formatted(method, url, mode.isStreamed(), mode.hasTools());
            try {
                node.outputWriter().append(call).flush();
                String result = results.readLine();
                assertThat(result).as("result of %s", call).isNotNull();
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
