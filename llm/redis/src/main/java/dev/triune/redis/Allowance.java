/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

/** The unused requests and tokens of a lease; the tokens may be negative. Not thread-safe. */
final class Allowance {
    private long requests;
    private long tokens;

    Allowance(long requests, long tokens) {
        this.requests = requests;
        this.tokens = tokens;
    }

    Allowance(LeaseRequest.LeaseAmount leaseAmount) {
        this(leaseAmount.requests(), leaseAmount.tokens());
    }

    boolean covers(LeaseRequest.LeaseAmount leaseAmount) {
        return leaseAmount.requests() <= requests && leaseAmount.tokens() <= tokens;
    }

    void subtract(LeaseRequest.LeaseAmount leaseAmount) {
        requests -= leaseAmount.requests();
        tokens -= leaseAmount.tokens();
    }

    void add(LeaseRequest.LeaseAmount leaseAmount) {
        requests += leaseAmount.requests();
        tokens += leaseAmount.tokens();
    }

    boolean isEmpty() {
        return requests <= 0 && tokens <= 0;
    }

    /** Returns the remaining amount; a negative one counts as zero. */
    LeaseRequest.LeaseAmount leaseAmount() {
        return new LeaseRequest.LeaseAmount(Math.max(0, requests), Math.max(0, tokens));
    }
}
