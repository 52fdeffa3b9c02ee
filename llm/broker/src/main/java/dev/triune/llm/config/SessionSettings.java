/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.engine.QuotaMode;
import java.time.Duration;

/**
 * How calls and sessions end, and how sessions under a quota are treated. Immutable.
 *
 * @param quota for sessions under a quota
 * @param callTimeout how long any call may take
 */
public record SessionSettings(QuotaMode quota, Duration callTimeout) {
    /** The usual quota mode, 60 s a call. */
    public static final SessionSettings DEFAULT =
            new SessionSettings(QuotaMode.DEFAULT, Duration.ofSeconds(60));
}
