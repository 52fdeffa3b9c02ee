/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

/** Requests and tokens in hand; tokens may be owed. Not thread-safe. */
final class Purse {
    private long requests;
    private long tokens;

    Purse(long requests, long tokens) {
        this.requests = requests;
        this.tokens = tokens;
    }

    Purse(Fetch.Amount amount) {
        this(amount.requests(), amount.tokens());
    }

    boolean holds(Fetch.Amount amount) {
        return amount.requests() <= requests && amount.tokens() <= tokens;
    }

    void take(Fetch.Amount amount) {
        requests -= amount.requests();
        tokens -= amount.tokens();
    }

    void add(Fetch.Amount amount) {
        requests += amount.requests();
        tokens += amount.tokens();
    }

    boolean isEmpty() {
        return requests <= 0 && tokens <= 0;
    }

    /** What is there, without debts. */
    Fetch.Amount amount() {
        return new Fetch.Amount(Math.max(0, requests), Math.max(0, tokens));
    }
}
