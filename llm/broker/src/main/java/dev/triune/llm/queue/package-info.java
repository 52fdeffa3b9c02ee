/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Waiting requests and permits. Plain data structures for one owner thread; the time is always a
 * parameter.
 */
@NullMarked
package dev.triune.llm.queue;

import org.jspecify.annotations.NullMarked;
