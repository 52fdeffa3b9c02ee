/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.QuotaPolicy;
import java.time.Duration;

/**
 * How calls and sessions end, and how sessions under a quota are treated. Immutable.
 *
 * @param quota for sessions under a quota
 * @param callTimeout how long any call may take
 */
public record CallSettings(QuotaPolicy quota, Duration callTimeout) {
    /** The usual quota mode, 60 s a call. */
    public static final CallSettings DEFAULT =
            new CallSettings(QuotaPolicy.DEFAULT, Duration.ofSeconds(60));
}
