/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

/** The edit distance of words, counting swapped neighbours as one edit. */
public final class EditDistance {
    private EditDistance() {}

    /** Returns the minimum number of edits and swaps; {@code limit + 1} if it exceeds the limit. */
    public static int between(String from, String to, int limit) {
        if (Math.abs(from.length() - to.length()) > limit) {
            return limit + 1;
        }
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int rowMinimum = fill(row, last, beforeLast, from, to, i);
            if (rowMinimum > limit) {
                return limit + 1;
            }
            int[] spareRow = beforeLast;
            beforeLast = last;
            last = row;
            row = spareRow;
        }
        return Math.min(last[to.length()], limit + 1);
    }

    private static int fill(
            int[] row, int[] last, int[] beforeLast, String from, String to, int i) {
        row[0] = i;
        int rowMinimum = i;
        for (int j = 1; j <= to.length(); j++) {
            char fromChar = from.charAt(i - 1);
            char toChar = to.charAt(j - 1);
            int cost = Math.min(
                    last[j - 1] + (fromChar == toChar ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
            boolean swapped =
                    i > 1 && j > 1 && fromChar == to.charAt(j - 2) && toChar == from.charAt(i - 2);
            row[j] = swapped ? Math.min(cost, beforeLast[j - 2] + 1) : cost;
            rowMinimum = Math.min(rowMinimum, row[j]);
        }
        return rowMinimum;
    }
}
