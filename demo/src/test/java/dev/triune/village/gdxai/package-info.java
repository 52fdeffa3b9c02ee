/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Steps and reflexes that behaviour trees of gdx-ai carry out. For games to take over: nothing in
 * it is about the village, which does not use it.
 */
@NullMarked
package dev.triune.village.gdxai;

import org.jspecify.annotations.NullMarked;
