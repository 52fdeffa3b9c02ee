/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files completely or not at all. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes a draft beside the file, then moves it into place.
     *
     * @param parts the parts of the content, in order
     * @throws IOException if it cannot be written; the file is then unchanged
     */
    public static void write(Path file, byte[]... parts) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (var to = Files.newOutputStream(draft)) {
                for (byte[] part : parts) {
                    to.write(part);
                }
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            if (Files.isRegularFile(draft)) {
                Files.deleteIfExists(draft);
            }
            throw e;
        }
    }
}
