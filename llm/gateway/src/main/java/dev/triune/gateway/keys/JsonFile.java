/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A value in a JSON file, replaced atomically. Not thread-safe.
 *
 * @param <T> the type of the value
 */
public final class JsonFile<T> {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;
    private final Class<T> type;
    private final T empty;

    /**
     * Creates a file that need not exist.
     *
     * @param empty the value if the file is missing
     */
    public JsonFile(Path path, Class<T> type, T empty) {
        this.path = path;
        this.type = type;
        this.empty = empty;
    }

    /**
     * Checks that the directory of a file exists.
     *
     * @param setting the setting that names the file
     * @throws IllegalArgumentException if it does not exist
     */
    public static void requireDirectory(String setting, Path path) {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IllegalArgumentException(setting + ": " + path
                    + " is in a directory that does not exist (create " + directory + ")");
        }
    }

    /**
     * Checks that a file beside another can be replaced.
     *
     * @param setting the setting that names the file
     * @param loss what is lost otherwise
     * @throws IllegalArgumentException if it cannot
     */
    public static void requireWritable(String setting, Path path, String loss) {
        requireDirectory(setting, path);
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || !Files.isWritable(directory)) {
            throw new IllegalArgumentException(setting + ": " + path
                    + " is in a directory that this process may not write, so " + loss
                    + " (move it to one that it may write, such as /var/lib/triune)");
        }
    }

    /** Returns the path of the file. */
    Path path() {
        return path;
    }

    /**
     * Reads the value.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    public T read() {
        try {
            return Files.exists(path) ? JSON.readValue(Files.readAllBytes(path), type) : empty;
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    path + " cannot be read (repair it, or remove it, and with it what it holds)");
        }
    }

    /** Writes the value atomically: readers see the old or the new one. */
    public void write(T value) throws IOException {
        Path draft = path.resolveSibling(path.getFileName() + ".new");
        Files.write(draft, JSON.writeValueAsBytes(value));
        Files.move(
                draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns when the file was last changed, in milliseconds since 1970; 0 without a file. */
    long changedAt() {
        return path.toFile().lastModified();
    }
}
