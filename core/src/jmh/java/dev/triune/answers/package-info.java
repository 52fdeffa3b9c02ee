/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What answers cost the game: whole ticks at the pace of a game, with providers of every kind.
 */
@NullMarked
package dev.triune.answers;

import org.jspecify.annotations.NullMarked;
