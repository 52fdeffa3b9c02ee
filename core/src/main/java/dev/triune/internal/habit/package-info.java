/* SPDX-License-Identifier: Apache-2.0 */
/** Learns habits from plans that succeeded, chooses among them, and orders their steps. */
@NullMarked
package dev.triune.internal.habit;

import org.jspecify.annotations.NullMarked;
