/* SPDX-License-Identifier: Apache-2.0 */
/** Learns habits from plans that succeeded, chooses among them, and orders their steps. */
@NullMarked
package dev.triune.habits.internal;

import org.jspecify.annotations.NullMarked;
