/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The broker itself: one owner thread, no locks, and a bounded inbox from the I/O threads.
 */
@NullMarked
package dev.triune.llm.engine;

import org.jspecify.annotations.NullMarked;
