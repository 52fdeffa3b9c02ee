/* SPDX-License-Identifier: Apache-2.0 */
/** Clocks and timers, real and virtual. The only place that reads the clock of the machine. */
@NullMarked
package dev.triune.llm.time;

import org.jspecify.annotations.NullMarked;
