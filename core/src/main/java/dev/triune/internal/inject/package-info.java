/* SPDX-License-Identifier: Apache-2.0 */
/** Fills in the mappers and systems of a game's own objects. */
@NullMarked
package dev.triune.internal.inject;

import org.jspecify.annotations.NullMarked;
