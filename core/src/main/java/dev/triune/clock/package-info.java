/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The game's own time, counted in ticks.
 */
@NullMarked
package dev.triune.clock;

import org.jspecify.annotations.NullMarked;
