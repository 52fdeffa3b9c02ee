/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What one key of a provider may be asked, and when: budgets, cooldowns, the circuit breaker. State
 * machines without a clock or a thread of their own: the time is a parameter, one owner calls them.
 */
@NullMarked
package dev.triune.llm.policy.limit;

import org.jspecify.annotations.NullMarked;
