/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Simulated providers with seeded latency, limits that count like real ones, refusals and faults.
 */
@NullMarked
package dev.triune.llm.sim;

import org.jspecify.annotations.NullMarked;
