/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rate limits, cooldowns, circuit breaker, fair shares, quotas and fallback. State machines without
 * a clock or threads: the current time is a parameter, a decision is a return value.
 */
@NullMarked
package dev.triune.llm.internal.policy;

import org.jspecify.annotations.NullMarked;
