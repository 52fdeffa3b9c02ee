/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The access log on a device, such as one that is always full. */
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
        }
        assertThat(link).isSymbolicLink();
        try (var files = Files.list(directory)) {
            assertThat(files).as("no rolled file").containsExactly(link);
        }
    }
}
