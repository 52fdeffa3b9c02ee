/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rate limits, cooldowns and active games shared by several gateways through Redis. Start with
 * {@link dev.triune.gateway.limits.RedisLimits}; only this package depends on Redis.
 */
@NullMarked
package dev.triune.gateway.limits;

import org.jspecify.annotations.NullMarked;
