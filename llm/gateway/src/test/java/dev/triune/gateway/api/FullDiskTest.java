/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A gateway all of whose files are on a full disk, for which /dev/full stands. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final String TOKEN = "tg-of-the-village";

    @TempDir
    private Path folder;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler capture = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(java.text.MessageFormat.format(line.getMessage(), line.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private GatewaySettings settings(GatewaySettings usual) {
        GatewaySettings settings = usual;
        InitialQuota quota = new InitialQuota(BigDecimal.TEN, "day", "");
        settings = GatewayFixture.with(settings, "defaultQuota", Optional.of(quota));
        settings = GatewayFixture.with(
                settings, "accessLog", Optional.of(folder.resolve("access.log")));
        settings = GatewayFixture.with(
                settings, "stateFile", Optional.of(folder.resolve("state.json")));
        return GatewayFixture.with(settings, "keysFile", Optional.of(folder.resolve("keys.json")));
    }

    private static GameKey key() {
        String hash = GameKeys.hash(TOKEN);
        return new GameKey(
                "k1", "village", hash, List.of(), null, null, null, null, 1, null, false);
    }

    private static void ask(GatewayFixture stage) {
        Request request = stage.request("/api/llm/generate", "{'prompt':'q'}")
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        assertThat(stage.send(request).status()).isEqualTo(200);
    }

    @Test
    void readinessAndLogNameEachFileAndTheEnd() throws IOException {
        GameKeys.fileOf(folder.resolve("keys.json")).write(new KeyList(List.of(key())));
        List<String> full = List.of("access.log", "state.json.new", "keys.json.usage.new");
        for (String name : full) {
            Files.createSymbolicLink(folder.resolve(name), FULL);
        }
        Logger root = Logger.getLogger("");
        root.addHandler(capture);
        try (GatewayFixture stage = GatewayFixture.open(
                this::settings,
                provider -> provider,
                builder -> {},
                new PriceCatalog(Map.of(), TokenPrices.of("1", "1", "1")),
                Map.of())) {
            stage.model.answering("yes");
            await().untilAsserted(() -> {
                ask(stage); // the gateway goes on
                stage.clock.advance(Duration.ofSeconds(1));
                assertThat(stage.get("/readyz").body())
                        .contains("degraded")
                        .contains(folder.resolve("access.log") + " cannot be written")
                        .contains(folder.resolve("state.json") + " cannot be written")
                        .contains(folder.resolve("keys.json.usage") + " cannot be written");
            });
            assertThat(lines)
                    .filteredOn(line -> line.contains("cannot be written"))
                    .hasSize(3);

            for (String name : full) {
                Files.delete(folder.resolve(name));
            }
            await().untilAsserted(() -> {
                ask(stage);
                stage.clock.advance(Duration.ofSeconds(1));
                assertThat(stage.get("/readyz").body()).startsWith("{\"status\":\"ok\"");
            });
            assertThat(lines).filteredOn(line -> line.contains("written again")).hasSize(3);
        } finally {
            root.removeHandler(capture);
        }
        assertThat(folder.resolve("state.json")).isNotEmptyFile();
        assertThat(folder.resolve("keys.json.usage")).isNotEmptyFile();
    }
}
