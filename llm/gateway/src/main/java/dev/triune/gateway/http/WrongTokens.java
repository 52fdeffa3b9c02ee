/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down guessing of tokens: from the sixth wrong one on, an address has to wait, twice as long
 * each time. A right token is not asked here, as games may share the address with the guesser.
 * Thread-safe.
 */
final class WrongTokens {
    private static final Logger LOG = System.getLogger(WrongTokens.class.getName());
    private static final int FREE = 5;
    private static final int MAX_ADDRESSES = 10_000;
    private static final int MAX_DOUBLINGS = 8;

    /** Attempts of an address are forgotten after this time. */
    private static final long MEMORY = Duration.ofMinutes(10).toNanos();

    private final Ticker ticker;

    /** Least recently seen address first. */
    private final Map<String, Attempts> byAddress = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Attempts> eldest) {
            return size() > MAX_ADDRESSES;
        }
    };

    WrongTokens(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Checks whether an address may send a token. */
    synchronized void check(String address) throws ProblemException {
        Attempts attempts = byAddress.get(address);
        long wait = attempts == null ? 0 : attempts.nextAt - ticker.nanos();
        if (wait > 0) {
            throw new ProblemException(Problem.retryable(
                    ErrorCode.TOO_MANY_ATTEMPTS,
                    "too many wrong tokens came from this address",
                    Duration.ofNanos(wait)));
        }
    }

    synchronized void recordWrong(String address) {
        long now = ticker.nanos();
        Attempts attempts = of(address);
        attempts.wrong = now - attempts.wrongAt > MEMORY ? 1 : attempts.wrong + 1;
        attempts.wrongAt = now;
        int beyond = Math.min(MAX_DOUBLINGS, attempts.wrong - FREE);
        Duration wait = beyond <= 0 ? Duration.ZERO : Duration.ofSeconds(1L << beyond);
        attempts.nextAt = now + wait.toNanos();
        if (Integer.bitCount(attempts.wrong) == 1 || !wait.isZero()) { // 1, 2, 4, 8 …
            LOG.log(
                    Level.WARNING,
                    attempts.wrong + " wrong tokens came from " + address + "; it has to wait "
                            + wait.toSeconds() + " s");
        }
    }

    private Attempts of(String address) {
        return byAddress.computeIfAbsent(address, key -> new Attempts(ticker.nanos()));
    }

    private static final class Attempts {
        private int wrong;
        private long wrongAt;
        private long nextAt;

        Attempts(long now) {
            this.wrongAt = now;
            this.nextAt = now;
        }
    }
}
