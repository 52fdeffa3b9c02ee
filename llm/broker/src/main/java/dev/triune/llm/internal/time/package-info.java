/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Clocks and timers. {@link dev.triune.llm.internal.time.DaemonTimers} is the real one; tests and
 * simulations use a {@link dev.triune.llm.internal.time.TimerQueue} that a virtual clock drives, so that no
 * test waits. The {@linkplain dev.triune.llm.internal.time.WallClock wall clock} is only for dates that
 * servers send: nothing else may depend on a time that can be set back.
 */
@NullMarked
package dev.triune.llm.internal.time;

import org.jspecify.annotations.NullMarked;
