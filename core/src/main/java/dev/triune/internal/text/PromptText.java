/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.regex.Pattern;

/**
 * Sanitizes text for one line of a prompt: runs of blanks and control characters become single
 * blanks; invisible characters, UUIDs and excess length are removed.
 */
public final class PromptText {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final String UNNAMED = "(unnamed)";
    private static final int LENGTH_OF_UUID = 36;
    private static final int HYPHENS_OF_UUID = 4;

    private final StringBuilder out = new StringBuilder();
    private final boolean escaped;
    private boolean pendingSpace;

    private PromptText(boolean defused) {
        this.escaped = defused;
    }

    /** Sanitizes the game's own words, cut to a limit of 2 or more characters. */
    public static String of(String raw, int limit) {
        return isPlain(raw, limit, false) ? raw : new PromptText(false).read(raw, limit);
    }

    /** Sanitizes words of people or models; also removes what could end a quotation or block. */
    public static String untrusted(String raw, int limit) {
        return isPlain(raw, limit, true) ? raw : new PromptText(true).read(raw, limit);
    }

    /** Puts a text between double quotes, which add two characters. */
    public static String quoted(String raw, int limit) {
        return '"' + untrusted(raw, limit) + '"';
    }

    /** Bounds a name that precedes a colon; a word replaces an empty one. */
    public static String name(String raw, int limit) {
        String name = untrusted(raw.replace(':', ' '), limit);
        return name.isEmpty() ? "somebody" : name;
    }

    /** Whether a text needs no change and can be used without a copy. */
    private static boolean isPlain(String raw, int limit, boolean defused) {
        int length = raw.length();
        int hyphens = 0;
        boolean afterBlank = true; // removes leading blanks
        for (int i = 0; i < length; i++) {
            char c = raw.charAt(i);
            boolean blank = c == ' ';
            if ((blank && afterBlank) || c < ' ' || c > '~' || (defused && escape(c) != c)) {
                return false;
            }
            hyphens += c == '-' ? 1 : 0;
            afterBlank = blank;
        }
        boolean blankAtEnd = length > 0 && afterBlank;
        return length <= limit && !blankAtEnd && hyphens < HYPHENS_OF_UUID;
    }

    private String read(String raw, int limit) {
        int at = 0;
        while (at < raw.length() && out.length() <= limit) {
            int point = raw.codePointAt(at);
            if (isUuidAt(raw, at)) {
                separate();
                out.append(UNNAMED);
                at += LENGTH_OF_UUID;
            } else {
                append(point);
                at += Character.charCount(point);
            }
        }
        return cut(out.toString(), limit);
    }

    private void append(int point) {
        if (isBlank(point)) {
            pendingSpace = true;
        } else if (!isInvisible(point)) {
            separate();
            out.appendCodePoint(escaped ? escape(point) : point);
        }
    }

    /** Appends one blank for those that were skipped, except at the beginning. */
    private void separate() {
        if (pendingSpace && out.length() > 0) {
            out.append(' ');
        }
        pendingSpace = false;
    }

    private static boolean isUuidAt(String raw, int at) {
        return raw.length() - at >= LENGTH_OF_UUID
                && raw.charAt(at + 8) == '-'
                && raw.charAt(at + 13) == '-'
                && UUID.matcher(raw).region(at, at + LENGTH_OF_UUID).matches();
    }

    private static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
        String whole = BoundedText.wholeWords(text, end);
        return whole + (BoundedText.isSentence(whole) ? "" : "\u2026");
    }

    static boolean isVisible(int point) {
        return !isBlank(point) && !isInvisible(point);
    }

    private static boolean isBlank(int point) {
        return Character.isWhitespace(point)
                || Character.isSpaceChar(point)
                || Character.isISOControl(point)
                || point == 0x2800;
    }

    /**
     * Whether a character is invisible: format characters, half surrogate pairs, selectors,
     * fillers.
     */
    private static boolean isInvisible(int point) {
        int type = Character.getType(point);
        return type == Character.FORMAT
                || type == Character.SURROGATE
                || (point >= 0xFE00 && point <= 0xFE0F)
                || (point >= 0xE0000 && point <= 0xE0FFF)
                || (point >= 0x180B && point <= 0x180F)
                || point == 0x034F
                || point == 0x115F
                || point == 0x1160
                || point == 0x3164
                || point == 0xFFA0;
    }

    private static int escape(int point) {
        return switch (point) {
            case '"', '`', 0xAB, 0xBB, 0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x2036 -> '\'';
            case 0x275D, 0x275E, 0x300C, 0x300D, 0x300E, 0x300F, 0x301D, 0x301E, 0x301F -> '\'';
            case 0xFF02, 0xFF40 -> '\'';
            case '<', '[', '{', 0xFF1C, 0xFF3B, 0xFF5B -> '(';
            case '>', ']', '}', 0xFF1E, 0xFF3D, 0xFF5D -> ')';
            case '\\', 0xFF3C -> '/';
            default -> point;
        };
    }
}
