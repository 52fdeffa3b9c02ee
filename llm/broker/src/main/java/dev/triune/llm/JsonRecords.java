/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.json.RecordsReader;
import dev.triune.llm.internal.json.RecordsWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A JSON file of records, one a line, that people can read, compare and edit.
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
    /** The largest file that is read, in bytes. */
    public static final int MAX_BYTES = 1 << 24;

    /**
     * A record and the line where it begins, from 1. Values are String, Long, Double, Boolean, List
     * or Map, in order.
     */
    public record Entry(int line, Map<String, Object> values) {}

    /**
     * Reads a file.
     *
     * @throws ConfigException if it is missing, larger than {@link #MAX_BYTES}, or not of this
     *     format and version; the message names the line
     */
    public List<Entry> load(Path file) {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ConfigException(name + ": more than " + (MAX_BYTES >> 20)
                        + " MB (expected " + format + " of a few hundred KB)");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(name, text);
        } catch (NoSuchFileException e) {
            throw new ConfigException(name + ": there is no such file (expected " + format + ")");
        } catch (CharacterCodingException e) {
            throw new ConfigException(name + ": not UTF-8 (save it as UTF-8)");
        } catch (IOException e) {
            String kind = e.getClass().getSimpleName();
            throw new ConfigException(name + ": cannot be read (" + kind + ")");
        }
    }

    /**
     * Reads a text.
     *
     * @param name how messages call it, as in {@code minds.json}
     * @throws ConfigException if it is not of this format and version; the message names the line
     */
    public List<Entry> parse(String name, String text) {
        return new RecordsReader(name, this).read(text);
    }

    /** Returns the text of a file with those records, in that order. */
    public String write(List<Map<String, Object>> records) {
        return RecordsWriter.write(this, records);
    }

    /**
     * Writes a file, which replaces the one before once it is whole.
     *
     * @throws IOException if it cannot be written; the file before is unchanged
     */
    public void save(Path file, List<Map<String, Object>> records) throws IOException {
        Path whole = file.toAbsolutePath();
        Path beside = whole.resolveSibling(whole.getFileName() + ".part");
        Files.write(beside, write(records).getBytes(StandardCharsets.UTF_8));
        Files.move(beside, whole, StandardCopyOption.REPLACE_EXISTING);
    }
}
