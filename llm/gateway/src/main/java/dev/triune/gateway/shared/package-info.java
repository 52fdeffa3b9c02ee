/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What several gateways share through Redis: the limits of each key, cooldowns, the games that are
 * there. {@link dev.triune.gateway.shared.RedisLimits} is the way in; only this package knows Redis.
 */
@NullMarked
package dev.triune.gateway.shared;

import org.jspecify.annotations.NullMarked;
