/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures the cost of answers: whole ticks at the rate of a game, with providers of every kind.
 */
@NullMarked
package dev.triune.answers;

import org.jspecify.annotations.NullMarked;
