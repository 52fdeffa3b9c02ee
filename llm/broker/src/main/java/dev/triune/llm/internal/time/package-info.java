/* SPDX-License-Identifier: Apache-2.0 */
/** Clocks and timers, real and virtual. */
@NullMarked
package dev.triune.llm.internal.time;

import org.jspecify.annotations.NullMarked;
