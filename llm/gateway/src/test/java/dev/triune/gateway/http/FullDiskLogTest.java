/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The access log on a disk that is full, or a device. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class FullDiskLogTest {
    @TempDir
    Path directory;

    @Test
    void deviceIsNeverRenamedAndAFullOneIsAProblem() throws IOException {
        Path link = directory.resolve("access.jsonl");
        Files.createSymbolicLink(link, Path.of("/dev/full"));
        try (AccessLog log = new AccessLog(link, InstantSource.system())) {
            for (int i = 0; i < 3; i++) {
                log.write(Json.object().put("status", 200));
            }
            await().untilAsserted(() -> assertThat(log.problem()).isPresent());

            // Logback opens the file again after 20 ms or more, which is no success.
            await().pollInterval(Duration.ofMillis(5))
                    .during(Duration.ofMillis(500))
                    .untilAsserted(() -> {
                        log.write(Json.object().put("status", 200));
                        assertThat(log.problem()).isPresent();
                    });
        }
        assertThat(link).isSymbolicLink();
        try (var files = Files.list(directory)) {
            assertThat(files).as("no rolled file").containsExactly(link);
        }
    }

    @Test
    void linesAreWrittenAgainWhenThereIsRoom() throws IOException {
        Path link = directory.resolve("access.jsonl");
        Path file = directory.resolve("file");
        Files.createSymbolicLink(link, Path.of("/dev/full"));
        try (AccessLog log = new AccessLog(link, InstantSource.system())) {
            log.write(Json.object().put("status", 200));
            await().untilAsserted(() -> assertThat(log.problem()).isPresent());

            Files.delete(link);
            Files.createSymbolicLink(link, Files.createFile(file));

            await().untilAsserted(() -> {
                log.write(Json.object().put("status", 200));
                assertThat(log.problem()).isEmpty();
            });
        }
        assertThat(file).content().contains("\"status\":200");
    }

    @Test
    void fileThatIsWrittenHasNoProblem() throws IOException {
        Path file = directory.resolve("access.jsonl");
        AccessLog log = new AccessLog(file, InstantSource.system());
        try (log) {
            log.write(Json.object().put("status", 200));
        }
        assertThat(log.problem()).isEmpty();
        assertThat(file).content().contains("\"status\":200");
    }
}
