/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** The broker's unique number for a request, 1 or more, in the order of submission. */
public record Ticket(long number) implements Comparable<Ticket> {
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
