/* SPDX-License-Identifier: Apache-2.0 */
/** Assembles the world, ticks it, and measures, records, saves and loads it. */
@NullMarked
package dev.triune.village.sim;

import org.jspecify.annotations.NullMarked;
