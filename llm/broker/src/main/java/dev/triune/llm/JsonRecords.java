/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.json.RecordsMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A JSON file of records, one per line, for people to read, compare and edit.
 *
 * <pre>{@code
 * {"format": "triune habits", "version": 1, "records": [
 * {"kind":"default","plans":3}
 * ]}
 * }</pre>
 *
 * <p>Thread-safe; {@link #load} and {@link #save} block.
 *
 * @param format the name of the format
 * @param version the version of the format, 1 or more
 */
public record JsonRecords(String format, int version) {
    /** The maximum size of a file, in bytes. */
    public static final int MAX_BYTES = 1 << 24;

    /** A record and its line, from 1; values are String, Long, Double, Boolean, List or Map. */
    public record Entry(int line, Map<String, Object> values) {}

    /**
     * Loads a file.
     *
     * @throws ConfigException if it is missing, larger than {@link #MAX_BYTES}, or not of this
     *     format and version; the message names the line
     */
    public List<Entry> load(Path file) {
        String size = format + " of a few hundred KB";
        return parse(file.toString(), ConfigSection.readText(file, MAX_BYTES, format, size));
    }

    /**
     * Parses a text.
     *
     * @param name the name of the text in error messages, such as {@code minds.json}
     * @throws ConfigException if it is not of this format and version; the message names the line
     */
    public List<Entry> parse(String name, String text) {
        return new RecordsMapper(name, this).read(text);
    }

    /** Formats records as the text of a file. */
    public String write(List<Map<String, Object>> records) {
        return RecordsMapper.write(this, records);
    }

    /**
     * Writes a file, which replaces an existing one when it is complete. A symbolic link to a file
     * stays one.
     *
     * @throws IOException if the file cannot be written, or if it would be larger than {@link
     *     #MAX_BYTES} and could not be loaded; an existing one is unchanged
     */
    public void save(Path file, List<Map<String, Object>> records) throws IOException {
        Path whole = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.isDirectory(whole)) {
            throw new FileSystemException(whole.toString(), null, "is a directory");
        }
        byte[] bytes = write(records).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new FileSystemException(
                    whole.toString(),
                    null,
                    "would have " + bytes.length + " bytes (expected " + MAX_BYTES
                            + " at most; keep fewer records)");
        }
        Path beside = whole.resolveSibling(whole.getFileName() + ".part");
        try {
            Files.write(beside, bytes);
            Files.move(beside, whole, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            if (!Files.isDirectory(beside)) {
                Files.deleteIfExists(beside);
            }
            throw e;
        }
    }
}
