/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The save of a village as a file: a line that identifies the village, then the bytes of
 * {@link VillageSimulation#save}, both with a checksum. Incomplete and changed files are rejected.
 * Immutable.
 */
public final class VillageSaveFile {
    private static final int VERSION = 3;

    /** The version whose first line has no checksum. */
    private static final int OLD_VERSION = 2;

    private static final int MAX_VILLAGERS = 10_000;
    private static final int MAX_LINE_LENGTH = 200;
    private static final Pattern TITLE =
            Pattern.compile("triune village, version (\\d{1,9})(?:, .*)?");
    private static final Pattern HEADER_FIELDS = Pattern.compile(
            "[^,]+, [^,]+, seed (-?\\d{1,19}), (\\d{1,5}) villagers, (\\d{1,9}) bytes,"
                    + " sum ([0-9a-f]{8})");
    private static final Pattern SEALED = Pattern.compile("(.*), line ([0-9a-f]{8})");

    private final long seed;
    private final int villagers;
    private final byte[] body;

    private VillageSaveFile(long seed, int villagers, byte[] body) {
        this.seed = seed;
        this.villagers = villagers;
        this.body = body;
    }

    /** Returns the seed of the saved village. */
    public long seed() {
        return seed;
    }

    /** Returns the number of villagers. */
    public int villagers() {
        return villagers;
    }

    /** Returns the input of {@link VillageBuilder#load}. */
    public InputStream open() {
        return new ByteArrayInputStream(body);
    }

    /** Saves a village between two ticks; if that fails, the previous file is kept. */
    public static void write(
            Path file, VillageSimulation village, SimulationSettings simulationSettings)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        village.save(out);
        byte[] body = out.toByteArray();
        String line = String.format(
                Locale.ROOT,
                "triune village, version %d, seed %d, %d villagers, %d bytes, sum %08x",
                VERSION,
                simulationSettings.seed(),
                simulationSettings.villagers(),
                body.length,
                crc32(body));
        String sealed = String.format(Locale.ROOT, "%s, line %08x\n", line, crc32(ascii(line)));
        requireLoadable((long) sealed.length() + body.length);
        AtomicFile.write(file, ascii(sealed), body);
    }

    /** Throws if a file of this size could not be read again, so that the last one is kept. */
    static void requireLoadable(long bytes) throws IOException {
        if (bytes > MindSaves.MAX_BYTES) {
            throw new IOException("the save has " + bytes + " bytes (expected at most "
                    + MindSaves.MAX_BYTES + "); the previous file is kept");
        }
    }

    /**
     * Reads a file and checks that it is complete.
     *
     * @throws UnusableFileException if the file does not exist, is not a save of a village, or is
     *     damaged
     */
    public static VillageSaveFile read(Path file) throws UnusableFileException {
        if (Files.isDirectory(file)) {
            throw new UnusableFileException("this is a folder (expected a save)");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MindSaves.MAX_BYTES + 1);
            if (bytes.length > MindSaves.MAX_BYTES) {
                throw new UnusableFileException(
                        "it has more than " + MindSaves.MAX_BYTES + " bytes");
            }
            return parse(bytes);
        } catch (NoSuchFileException e) {
            throw new UnusableFileException("there is no such file (expected a save)");
        } catch (IOException e) {
            throw new UnusableFileException(
                    "it cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static VillageSaveFile parse(byte[] bytes) throws UnusableFileException {
        if (bytes.length == 0) {
            throw new UnusableFileException("the file is empty (expected a save)");
        }
        int end = 0;
        while (end < bytes.length && end < MAX_LINE_LENGTH && bytes[end] != '\n') {
            end++;
        }
        String line = new String(bytes, 0, end, StandardCharsets.US_ASCII);
        Matcher title = TITLE.matcher(line);
        if (!title.matches()) {
            throw new UnusableFileException(
                    "this is no save of a village (expected one that was written with"
                            + " --save)");
        }
        int version = Integer.parseInt(title.group(1));
        if (version != VERSION && version != OLD_VERSION) {
            throw new UnusableFileException(
                    "a save of version " + version + " (expected " + VERSION + ")");
        }
        Matcher header = HEADER_FIELDS.matcher(version == OLD_VERSION ? line : unsealed(line));
        if (!header.matches() || end == bytes.length) {
            throw damaged("its first line is incomplete");
        }
        return checked(header, Arrays.copyOfRange(bytes, end + 1, bytes.length));
    }

    /** Returns the first line without its checksum; an empty line if it has none. */
    private static String unsealed(String line) throws UnusableFileException {
        Matcher sealed = SEALED.matcher(line);
        if (!sealed.matches()) {
            return "";
        }
        if (crc32(ascii(sealed.group(1))) != Long.parseLong(sealed.group(2), 16)) {
            throw damaged("its first line was changed");
        }
        return sealed.group(1);
    }

    private static VillageSaveFile checked(Matcher header, byte[] body)
            throws UnusableFileException {
        int length = Integer.parseInt(header.group(3));
        if (body.length != length) {
            throw damaged(body.length + " bytes follow its first line (expected " + length + ")");
        }
        if (crc32(body) != Long.parseLong(header.group(4), 16)) {
            throw damaged("its checksum is wrong");
        }
        int villagers = Integer.parseInt(header.group(2));
        if (villagers < 1 || villagers > MAX_VILLAGERS) {
            throw damaged(villagers + " villagers (expected 1 to " + MAX_VILLAGERS + ")");
        }
        try {
            return new VillageSaveFile(Long.parseLong(header.group(1)), villagers, body);
        } catch (NumberFormatException e) {
            throw damaged("its seed is none");
        }
    }

    private static UnusableFileException damaged(String reason) {
        return new UnusableFileException("the save is damaged: " + reason);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static long crc32(byte[] body) {
        CRC32 sum = new CRC32();
        sum.update(body);
        return sum.getValue();
    }
}
