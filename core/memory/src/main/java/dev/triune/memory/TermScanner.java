/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.internal.text.NameNormalizer;
import java.util.Arrays;

/**
 * Extracts the terms of texts as hashes, without case, stop words and common endings. Reused
 * without allocation; game thread only.
 */
final class TermScanner {
    /** The maximum number of distinct terms of a text; further ones are ignored. */
    static final int MAX_TERMS = 64;

    /** The factor for capitalized words in a cue. */
    private static final float CAPITAL = 2;

    private static final int MOST_CHARACTERS = 1_000;
    private static final int[] COMMON = common(
            "a about after all also am an and any are as at be been"
                    + " before but by can could did do does for from had has have he her him his how i if in"
                    + " into is it its just me my no not now of off on one or our out over own said say she so"
                    + " some tell than that the their them then there these they this those to told too up us"
                    + " was we were what when where which who whom whose why will with would you your");

    private final char[] word = new char[32];
    private final int[] terms = new int[MAX_TERMS];
    private final float[] weights = new float[MAX_TERMS];
    private int count;

    private static int[] common(String list) {
        String[] words = list.split(" ", -1);
        int[] hashes = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            hashes[i] = hash(words[i].toCharArray(), words[i].length());
        }
        Arrays.sort(hashes);
        return hashes;
    }

    /** Forgets the previous text. */
    TermScanner clear() {
        count = 0;
        return this;
    }

    int count() {
        return count;
    }

    /** Returns a term, never 0. */
    int term(int at) {
        return terms[at];
    }

    float weight(int at) {
        return weights[at];
    }

    /** Returns a hash of the words in order; 0 if there are none. */
    long signature() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum = (sum ^ terms[i]) * 0x9E3779B97F4A7C15L;
        }
        return sum;
    }

    TermScanner add(String text) {
        return add(text, 1);
    }

    /** Adds the terms of a text with a weight, which is higher for capitalized words. */
    TermScanner add(String text, float weight) {
        int end = Math.min(text.length(), MOST_CHARACTERS);
        int length = 0;
        boolean capital = false;
        for (int i = 0; i <= end; i++) {
            char c = i < end ? text.charAt(i) : ' ';
            boolean alone = Character.isIdeographic(c); // no blanks between words there
            if (!alone && NameNormalizer.isLetter(c)) {
                capital = length == 0 ? Character.isUpperCase(c) : capital;
                if (length < word.length) {
                    word[length++] = Character.toLowerCase(c);
                }
            } else {
                addWord(length, capital ? weight * CAPITAL : weight);
                length = 0;
                if (alone) {
                    addTerm(c, weight);
                }
            }
        }
        return this;
    }

    private void addWord(int length, float weight) {
        if (length < 2 && (length == 0 || !Character.isDigit(word[0]))) {
            return;
        }
        if (Arrays.binarySearch(COMMON, hash(word, length)) < 0) {
            addTerm(hash(word, stem(length)), weight);
        }
    }

    private void addTerm(int term, float weight) {
        for (int i = 0; i < count; i++) {
            if (terms[i] == term) {
                weights[i] = Math.max(weights[i], weight);
                return;
            }
        }
        if (count < MAX_TERMS) {
            weights[count] = weight;
            terms[count++] = term;
        }
    }

    /**
     * Strips plural, -ing, -ed and a final e, turns y into i and v into f; returns the remaining
     * length.
     */
    private int stem(int length) {
        int n = length;
        if (n > 3 && word[n - 1] == 's' && "sui".indexOf(word[n - 2]) < 0) {
            n--;
        }
        if (n > 5 && word[n - 1] == 'g' && word[n - 2] == 'n' && word[n - 3] == 'i') {
            n = undouble(n - 3);
        } else if (n > 4 && word[n - 1] == 'd' && word[n - 2] == 'e') {
            n = undouble(n - 2);
        }
        if (n > 3 && word[n - 1] == 'e') {
            n--;
        }
        if (n > 2 && (word[n - 1] == 'y' || word[n - 1] == 'v')) {
            word[n - 1] = word[n - 1] == 'y' ? 'i' : 'f'; // berries and a berry, wolves and a wolf
        }
        return n;
    }

    private int undouble(int length) {
        char last = word[length - 1];
        return last == word[length - 2] && "lsz".indexOf(last) < 0 ? length - 1 : length;
    }

    /** FNV-1a, mixed once more; never 0. */
    private static int hash(char[] word, int length) {
        int hash = 0x811C9DC5;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ word[i]) * 0x01000193;
        }
        hash ^= hash >>> 15;
        hash *= 0x2C1B3C6D;
        hash ^= hash >>> 13;
        return hash == 0 ? 1 : hash;
    }
}
