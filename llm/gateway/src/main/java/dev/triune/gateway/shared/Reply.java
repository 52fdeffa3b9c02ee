/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import java.util.List;

/**
 * What Redis answers to a {@link Fetch}. Times are milliseconds. Immutable.
 *
 * @param kind whether it had an effect
 * @param settling how long nothing is granted yet
 * @param kept whether what was in hand is still held for this gateway
 * @param granted what comes to it
 * @param cooling how long the key is to be left alone
 */
record Reply(Kind kind, long settling, boolean kept, Fetch.Amount granted, long cooling) {
    /** Whether a fetch had an effect. */
    enum Kind {
        /** Another epoch has begun: Redis knows nothing of what was told before. */
        OTHER_EPOCH,
        /** It was noted. */
        NOTED,
        /** A later one came first. */
        OVERTAKEN
    }

    /**
     * Reads what the script returned.
     *
     * @throws IllegalArgumentException if that is none of its answers
     */
    static Reply of(List<Object> answer) {
        long[] numbers = answer.stream()
                .mapToLong(each -> each instanceof Long number ? number : -1)
                .toArray();
        if (numbers.length == 1 && (numbers[0] == 0 || numbers[0] == 2)) {
            Kind kind = numbers[0] == 0 ? Kind.OTHER_EPOCH : Kind.OVERTAKEN;
            return new Reply(kind, 0, false, Fetch.Amount.NONE, 0);
        }
        if (numbers.length != 6 || numbers[0] != 1) {
            throw new IllegalArgumentException("an answer that the script does not give");
        }
        return new Reply(
                Kind.NOTED,
                numbers[1],
                numbers[2] == 1,
                new Fetch.Amount(numbers[3], numbers[4]),
                numbers[5]);
    }
}
