/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.keys;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The token of one game, with its permissions and budgets. Immutable.
 *
 * @param id a short name for lists
 * @param game the game to which all requests with this key belong
 * @param hash the SHA-256 of the token, in hexadecimal
 * @param models the allowed models; all if empty
 * @param usdPerDay the budget of a day in UTC; null without a limit, as in the following
 * @param usdPerMonth the budget of a calendar month in UTC
 * @param tokensPerDay the maximum number of tokens per day
 * @param tokensPerMonth the maximum number of tokens per month
 * @param weight the weight of its share, more than 0; applies from the next start of the gateway
 * @param expires the end of its validity; null for none
 * @param revoked whether the operator has revoked it
 */
public record GameKey(
        String id,
        String game,
        String hash,
        List<String> models,
        @Nullable BigDecimal usdPerDay,
        @Nullable BigDecimal usdPerMonth,
        @Nullable Long tokensPerDay,
        @Nullable Long tokensPerMonth,
        double weight,
        @Nullable Instant expires,
        boolean revoked) {
    /** Copies the list. */
    public GameKey {
        models = List.copyOf(models);
    }

    /** Whether the token is valid at that time. */
    public boolean isValid(Instant now) {
        return !revoked && (expires == null || now.isBefore(expires));
    }

    /** Returns a revoked copy of this key. */
    public GameKey revoke() {
        return copy(id, hash, expires, true);
    }

    /** Returns a copy of this key that is not valid beyond that time. */
    public GameKey expireBy(Instant end) {
        return copy(id, hash, expires == null || end.isBefore(expires) ? end : expires, revoked);
    }

    /** Returns a key of another token with the same game, permissions and budgets. */
    public GameKey withHash(String otherId, String otherHash) {
        return copy(otherId, otherHash, expires, false);
    }

    private GameKey copy(
            String otherId, String otherHash, @Nullable Instant end, boolean isRevoked) {
        return new GameKey(
                otherId,
                game,
                otherHash,
                models,
                usdPerDay,
                usdPerMonth,
                tokensPerDay,
                tokensPerMonth,
                weight,
                end,
                isRevoked);
    }
}
