/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Secret;
import dev.triune.llm.SharedLimits;
import java.time.Duration;

/** Opens {@link RedisLimits} for {@code gateway.redis} in configuration files. Stateless. */
public final class RedisOpener implements SharedLimits.Opener {
    /** Creates the opener; called by {@link java.util.ServiceLoader}. */
    public RedisOpener() {}

    @Override
    public SharedLimits open(Secret address, Duration silence, Duration longestCall) {
        return RedisLimits.at(address.reveal())
                .silence(silence)
                .longestCall(longestCall)
                .build();
    }
}
