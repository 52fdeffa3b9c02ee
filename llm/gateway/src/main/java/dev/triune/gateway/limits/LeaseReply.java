/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.util.List;

/**
 * What Redis answers to a {@link LeaseRequest}. Times are milliseconds. Immutable.
 *
 * @param replyKind whether it had an effect
 * @param settlingMillis how long nothing is granted yet
 * @param leaseKept whether what was in hand is still held for this gateway
 * @param granted what comes to it
 * @param coolingMillis how long the key is to be left alone
 */
record LeaseReply(
        ReplyKind replyKind,
        long settlingMillis,
        boolean leaseKept,
        LeaseRequest.LeaseAmount granted,
        long coolingMillis) {
    /** Whether a fetch had an effect. */
    enum ReplyKind {
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
    static LeaseReply of(List<Object> answer) {
        long[] numbers = answer.stream()
                .mapToLong(each -> each instanceof Long number ? number : -1)
                .toArray();
        if (numbers.length == 1 && (numbers[0] == 0 || numbers[0] == 2)) {
            ReplyKind replyKind = numbers[0] == 0 ? ReplyKind.OTHER_EPOCH : ReplyKind.OVERTAKEN;
            return new LeaseReply(replyKind, 0, false, LeaseRequest.LeaseAmount.NONE, 0);
        }
        if (numbers.length != 6 || numbers[0] != 1) {
            throw new IllegalArgumentException("an answer that the script does not give");
        }
        return new LeaseReply(
                ReplyKind.NOTED,
                numbers[1],
                numbers[2] == 1,
                new LeaseRequest.LeaseAmount(numbers[3], numbers[4]),
                numbers[5]);
    }
}
