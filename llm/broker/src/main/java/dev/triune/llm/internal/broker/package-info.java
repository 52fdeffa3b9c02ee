/* SPDX-License-Identifier: Apache-2.0 */
/** The broker: one owner thread, no locks, and a bounded inbox for events from I/O threads. */
@NullMarked
package dev.triune.llm.internal.broker;

import org.jspecify.annotations.NullMarked;
