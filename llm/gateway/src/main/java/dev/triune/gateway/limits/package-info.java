/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What several gateways share through Redis: the limits of each key, cooldowns, the games that are
 * there. {@link dev.triune.gateway.limits.RedisLimits} is the way in; only this package knows Redis.
 */
@NullMarked
package dev.triune.gateway.limits;

import org.jspecify.annotations.NullMarked;
