/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.limit.Budget;
import dev.triune.llm.policy.limit.Cooldown;

/**
 * What one key may be asked for one model, or for all where its limits do not tell them apart.
 * Owner only.
 *
 * @param budget requests and tokens
 * @param cooldown how long it is left alone after a refusal
 */
record Meter(Budget budget, Cooldown cooldown) {}
