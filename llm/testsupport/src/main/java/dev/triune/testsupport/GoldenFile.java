/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a text with a file in the repository, which {@code -Dgolden.update=true} rewrites. */
public final class GoldenFile {
    private GoldenFile() {}

    /** Fails unless the file has exactly this text. */
    public static void check(Path file, String actual) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
        }
        assertThat(file).exists();
        assertThat(actual)
                .as("%s (if this is wanted: -Dgolden.update=true)", file.getFileName())
                .isEqualTo(Files.readString(file));
    }
}
