/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.List;

/**
 * The reply to a {@link LeaseRequest}. Times are milliseconds. Immutable.
 *
 * @param replyKind whether the request had an effect
 * @param settlingMillis how long nothing is granted yet
 * @param leaseKept whether Redis still holds the lease of this gateway
 * @param granted the additional amount
 * @param coolingMillis how long the key cools down
 */
record LeaseReply(
        ReplyKind replyKind,
        long settlingMillis,
        boolean leaseKept,
        LeaseRequest.LeaseAmount granted,
        long coolingMillis) {
    /** Whether a request had an effect. */
    enum ReplyKind {
        /** No: another epoch has started, so Redis has lost all earlier reports. */
        OTHER_EPOCH,
        /** Yes. */
        NOTED,
        /** No: a later request arrived first, or the clock of Redis has jumped. */
        IGNORED
    }

    /**
     * Reads the result of the script.
     *
     * @throws IllegalArgumentException if it is not a result of the script
     */
    static LeaseReply of(List<Object> answer) {
        long[] numbers = answer.stream()
                .mapToLong(each -> each instanceof Long number ? number : -1)
                .toArray();
        if (numbers.length == 1 && (numbers[0] == 0 || numbers[0] == 2)) {
            ReplyKind replyKind = numbers[0] == 0 ? ReplyKind.OTHER_EPOCH : ReplyKind.IGNORED;
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
