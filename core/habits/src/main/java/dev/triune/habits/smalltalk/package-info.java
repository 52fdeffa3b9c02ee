/* SPDX-License-Identifier: Apache-2.0 */
/** Talk of agents that needs no model, in games with conversations. Nothing else knows it. */
@NullMarked
package dev.triune.habits.smalltalk;

import org.jspecify.annotations.NullMarked;
