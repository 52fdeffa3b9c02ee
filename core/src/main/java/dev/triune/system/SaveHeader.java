/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import dev.triune.system.MindSave.InvalidSaveException;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** The first line of a save, with length and CRC-32 of the rest. Immutable. */
record SaveHeader(double ticksPerSecond, int entities, int length, long sum) {
    /** The version of saves that is written and read. */
    static final int VERSION = 1;

    private static final int MAX_LENGTH = 120;
    private static final String REMEDY = "; load another save";
    private static final Pattern TITLE =
            Pattern.compile("triune save(?:, version (\\d{1,9})(?:, (.*))?)?");
    private static final Pattern FIGURES = Pattern.compile(
            "(\\d{1,4}(?:\\.\\d{1,9})?) ticks a second, (\\d{1,9}) entities, (\\d{1,9}) bytes, sum ([0-9a-f]{8})");

    static SaveHeader of(double ticksPerSecond, int entities, byte[] body) {
        return new SaveHeader(ticksPerSecond, entities, body.length, sum(body, 0));
    }

    byte[] line() {
        String line = String.format(
                Locale.ROOT,
                "triune save, version %d, %s ticks a second, %d entities, %d bytes, sum %08x%n",
                VERSION,
                rate(ticksPerSecond),
                entities,
                length,
                sum);
        return line.replace("\r", "").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a rate as it is written, to nine digits after the point. */
    static String rate(double ticksPerSecond) {
        return new DecimalFormat("0.#########", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(ticksPerSecond);
    }

    /** Reads the header of a save of this version whose rest fits to it, or refuses it. */
    static SaveHeader read(byte[] save) {
        if (save.length == 0) {
            throw new InvalidSaveException("the save is empty" + supported() + REMEDY);
        }
        int end = endOfLine(save);
        Matcher title = TITLE.matcher(new String(save, 0, end, StandardCharsets.US_ASCII));
        if (!title.matches()) {
            throw new InvalidSaveException(
                    "this is no save of minds: it does not begin with \"triune save\"" + supported()
                            + REMEDY);
        }
        requireVersion(title.group(1));
        String rest = title.group(2);
        Matcher figures = FIGURES.matcher(rest == null ? "" : rest);
        if (!figures.matches()) {
            throw damaged("its first line is incomplete");
        }
        SaveHeader header = new SaveHeader(
                Double.parseDouble(figures.group(1)),
                Integer.parseInt(figures.group(2)),
                Integer.parseInt(figures.group(3)),
                Long.parseLong(figures.group(4), 16));
        header.requireBody(save, end + 1);
        return header;
    }

    /** Where the rest begins. */
    static int bodyOf(byte[] save) {
        return endOfLine(save) + 1;
    }

    private static int endOfLine(byte[] save) {
        int end = 0;
        while (end < save.length && end < MAX_LENGTH && save[end] != '\n') {
            end++;
        }
        return end;
    }

    private static void requireVersion(String version) {
        if (version == null) {
            throw new InvalidSaveException("the save names no version" + supported() + REMEDY);
        }
        int found = Integer.parseInt(version);
        if (found != VERSION) {
            String remedy = found > VERSION
                    ? "; load it with the newer Triune that wrote it, or load another save"
                    : REMEDY;
            throw new InvalidSaveException("the save has version " + found + supported() + remedy);
        }
    }

    private void requireBody(byte[] save, int from) {
        int found = Math.max(0, save.length - from);
        if (found != length) {
            throw damaged(found + " bytes follow its first line (expected " + length + ")");
        }
        if (sum(save, from) != sum) {
            throw damaged("its checksum is wrong");
        }
    }

    private static String supported() {
        return " (supported: version " + VERSION + ")";
    }

    private static InvalidSaveException damaged(String reason) {
        return new InvalidSaveException(
                "the save of version " + VERSION + " is damaged: " + reason + supported() + REMEDY);
    }

    private static long sum(byte[] bytes, int from) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, bytes.length - from);
        return sum.getValue();
    }
}
