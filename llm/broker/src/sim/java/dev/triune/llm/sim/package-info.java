/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Simulated providers: seeded latency, limits that count as real ones do, refusals and faults.
 */
@NullMarked
package dev.triune.llm.sim;

import org.jspecify.annotations.NullMarked;
