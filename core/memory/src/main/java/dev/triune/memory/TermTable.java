/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

/** A hash table from terms to the head and length of a list. */
final class TermTable {
    private int[] terms = new int[32];
    private int[] heads = new int[32];
    private char[] counts = new char[32];
    private int used;

    /** Returns the index of a term; -1 if it is absent. */
    int find(int term) {
        int at = probe(terms, term);
        return terms[at] == term ? at : -1;
    }

    /** Returns the index of a term, adding it with an empty list if it is absent. */
    int put(int term) {
        int at = probe(terms, term);
        if (terms[at] == term) {
            return at;
        }
        if ((used + 1) * 4 > terms.length * 3) {
            rebuild();
            at = probe(terms, term);
        }
        used++;
        terms[at] = term;
        heads[at] = -1;
        counts[at] = 0;
        return at;
    }

    int head(int at) {
        return heads[at];
    }

    int count(int at) {
        return counts[at];
    }

    void set(int at, int head, int count) {
        heads[at] = head;
        counts[at] = (char) count;
    }

    private static int probe(int[] terms, int term) {
        int at = term & (terms.length - 1);
        while (terms[at] != 0 && terms[at] != term) {
            at = (at + 1) & (terms.length - 1);
        }
        return at;
    }

    /** Drops terms with empty lists; doubles the table if it is still more than half full. */
    private void rebuild() {
        int live = 0;
        for (int i = 0; i < terms.length; i++) {
            live += terms[i] != 0 && counts[i] > 0 ? 1 : 0;
        }
        int capacity = live * 2 > terms.length ? terms.length * 2 : terms.length;
        int[] oldTerms = terms;
        int[] oldHeads = heads;
        char[] oldCounts = counts;
        terms = new int[capacity];
        heads = new int[capacity];
        counts = new char[capacity];
        used = live;
        for (int i = 0; i < oldTerms.length; i++) {
            if (oldTerms[i] != 0 && oldCounts[i] > 0) {
                int at = probe(terms, oldTerms[i]);
                terms[at] = oldTerms[i];
                heads[at] = oldHeads[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
