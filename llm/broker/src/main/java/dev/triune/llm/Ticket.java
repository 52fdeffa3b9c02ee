/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The broker's number for one request, 1 or more. A broker never hands out the same number twice;
 * tickets compare in the order in which requests were submitted.
 */
public record Ticket(long number) implements Comparable<Ticket> {
    /** Refuses numbers below 1, which no broker hands out. */
    public Ticket {
        if (number < 1) {
            throw new IllegalArgumentException("ticket number " + number + " (expected 1 or more)");
        }
    }

    @Override
    public int compareTo(Ticket other) {
        return Long.compare(number, other.number);
    }
}
