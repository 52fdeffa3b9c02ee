/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A request for a lease as it is sent to Redis, read from the arguments of its script. */
final class LeaseMessage {
    final String epoch;
    final String name;
    final long sequence;
    final long callLife;
    final Amount keep;
    final long running;
    final Amount want;
    final Amount extra;
    final long cooling;
    final List<Window> windows = new ArrayList<>();

    final List<Use> uses = new ArrayList<>();

    /** The gateway's own time at which it was sent. */
    final long sentAt;

    /** Its place among all messages and calls. */
    final long order;

    /** An amount of requests and tokens. */
    record Amount(long requests, long tokens) {
        static final Amount NONE = new Amount(0, 0);

        Amount plus(Amount other) {
            return new Amount(requests + other.requests, tokens + other.tokens);
        }

        Amount minus(Amount other) {
            return new Amount(requests - other.requests, tokens - other.tokens);
        }

        /** Returns the amount, in which what is negative is none. */
        Amount orNone() {
            return new Amount(Math.max(0, requests), Math.max(0, tokens));
        }

        boolean covers(Amount other) {
            return other.requests <= requests && other.tokens <= tokens;
        }

        long of(boolean ofTokens) {
            return ofTokens ? tokens : requests;
        }
    }

    /** What it reports as used: in which window, and how long ago. */
    record Use(int window, long age, long amount) {}

    /** A limit as Redis counts it: its window has slots and is longer than the provider's. */
    record Window(boolean tokens, long limit, long length, long slot) {
        /** Returns the length of the provider's window. */
        long real() {
            return length < LeaseChecker.MINUTE ? LeaseChecker.SECOND : LeaseChecker.MINUTE;
        }
    }

    LeaseMessage(List<String> values, long sentAt, long order) {
        this.sentAt = sentAt;
        this.order = order;
        Iterator<String> rest = values.iterator();
        rest.next(); // the clock
        this.epoch = rest.next();
        number(rest); // what it expects of the clock
        number(rest);
        this.name = rest.next();
        this.sequence = number(rest);
        number(rest); // how long a lease lasts, which the oracle knows
        this.callLife = number(rest);
        number(rest); // and how long a wish counts
        this.keep = amount(rest);
        this.running = number(rest);
        this.want = amount(rest);
        this.extra = amount(rest);
        this.cooling = number(rest);
        for (long left = number(rest); left > 0; left--) {
            boolean tokens = "tokens".equals(rest.next());
            windows.add(new Window(tokens, number(rest), number(rest), number(rest)));
        }
        for (long left = number(rest); left > 0; left--) {
            uses.add(new Use((int) number(rest) - 1, number(rest), number(rest)));
        }
    }

    /** Returns what it reports as used in a window. */
    long reported(int window) {
        return uses.stream()
                .filter(use -> use.window == window)
                .mapToLong(Use::amount)
                .sum();
    }

    private static Amount amount(Iterator<String> rest) {
        return new Amount(number(rest), number(rest));
    }

    private static long number(Iterator<String> rest) {
        return Long.parseLong(rest.next());
    }
}
