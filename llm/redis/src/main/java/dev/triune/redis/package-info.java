/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rate limits, cooldowns and active games shared by several gateways through Redis. Start with
 * {@link dev.triune.redis.RedisLimits}; only this package depends on Redis.
 */
@NullMarked
package dev.triune.redis;

import org.jspecify.annotations.NullMarked;
