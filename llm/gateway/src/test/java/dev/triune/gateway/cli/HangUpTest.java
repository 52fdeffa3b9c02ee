/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told after SIGHUP. */
@Timeout(120)
class HangUpTest {
    private static final String FILE = """
            providers:
              groq: {family: openai, url: 'http://127.0.0.1:1/v1', model: small, rpm: %d}
            prices: {small: {input: 1, output: %d}}
            gateway: {hosts: [%s]}
            """;

    @TempDir
    Path folder;

    private Path write(int rpm, int output, String host) throws IOException {
        return Files.writeString(folder.resolve("llm.yaml"), FILE.formatted(rpm, output, host));
    }

    @Test
    void changedSettingsThatNeedARestartAreNamed() throws IOException {
        Path log = folder.resolve("access.log");
        Path config = write(30, 2, "a.example");
        try (GatewayFixture stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "accessLog", Optional.of(log)),
                builder -> {})) {
            Map<String, String> started = HangUp.settings(config);

            assertThat(HangUp.run(stage.gateway, config, started))
                    .endsWith("is good; nothing in it has changed since the start");

            write(60, 3, "a.example, b.example");
            assertThat(HangUp.run(stage.gateway, config, started))
                    .endsWith("is good; a restart applies what has changed: gateway.hosts,"
                            + " prices.small.output, providers.groq.rpm");

            Files.writeString(config, "providers: {groq: {family: none}}");
            assertThat(HangUp.run(stage.gateway, config, started))
                    .contains("but a restart would fail: ");

            Files.move(log, folder.resolve("access.log.1"));
            String unused = HangUp.run(stage.gateway, config, started);
            stage.get("/nothing");
            await().until(() -> Files.exists(log) && Files.size(log) > 0);
        }
    }
}
