/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How fast one provider answers: its last answers against those before. Long answers are no slow
 * ones, as time counts for each token. Not thread-safe.
 */
final class ProviderSpeed {
    /** The number of last answers, of which the middle one counts. */
    private static final int LAST = 8;

    private static final int FEWEST = 4;

    /** Faster answers are never slow, whatever their length. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    /** Seconds a token: faster ones are never slow, slower ones always are. */
    private static final double NEVER_SLOW = 0.1;

    private static final double ALWAYS_SLOW = 0.5;

    /** How many times slower than usual an answer is slow. */
    private static final double FACTOR = 4;

    /** The weight of an answer in what is usual, as one of so many. */
    private static final double USUAL = 64;

    /** How long an answer tells something. */
    private static final Duration LIFE = Duration.ofMinutes(5);

    private final Deque<Answer> last = new ArrayDeque<>();

    /** The usual seconds a token, while it is not slow; 0 if unknown. */
    private double usual;

    private record Answer(Instant at, double seconds, double perToken) {}

    /** Records a complete answer of 1 or more tokens. */
    void answered(Instant now, Duration took, long tokens) {
        double seconds = took.toNanos() / 1e9;
        Answer answer = new Answer(now, seconds, seconds / tokens);
        last.addLast(answer);
        if (last.size() > LAST) {
            last.removeFirst();
        }
        if (answer.perToken < limit()) {
            usual = usual == 0 ? answer.perToken : usual + (answer.perToken - usual) / USUAL;
        }
    }

    /** Returns that it is slow, in words with figures; empty if it is not, or no longer known to be. */
    Optional<String> slowness(Instant now) {
        last.removeIf(answer -> answer.at.plus(LIFE).isBefore(now));
        if (last.size() < FEWEST) {
            return Optional.empty();
        }
        double seconds = median(Answer::seconds);
        double perToken = median(Answer::perToken);
        return seconds >= SHORTEST.toSeconds() && perToken >= limit()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "slow: its last answers took %.1f s, %.2f s a token%s",
                        seconds,
                        perToken,
                        usual == 0 ? "" : String.format(Locale.ROOT, " (usually %.2f)", usual)))
                : Optional.empty();
    }

    private double limit() {
        return usual == 0
                ? ALWAYS_SLOW
                : Math.max(NEVER_SLOW, Math.min(ALWAYS_SLOW, FACTOR * usual));
    }

    private double median(ToDoubleFunction<Answer> figure) {
        return last.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(last.size() / 2)
                .findFirst()
                .orElse(0);
    }
}
