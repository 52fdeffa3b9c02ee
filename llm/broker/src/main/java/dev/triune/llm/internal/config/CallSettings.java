/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.QuotaPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * How calls and sessions end, and how sessions under a quota are treated. Immutable.
 *
 * @param quota for sessions under a quota
 * @param callTimeout how long any call may take; the broker's default if empty
 */
public record CallSettings(QuotaPolicy quota, Optional<Duration> callTimeout) {
    /** The default quota mode, and the broker's call timeout. */
    public static final CallSettings DEFAULT =
            new CallSettings(QuotaPolicy.DEFAULT, Optional.empty());
}
