/* SPDX-License-Identifier: Apache-2.0 */
/** Keeps the components of minds up to date from a game's own components. */
@NullMarked
package dev.triune.feed;

import org.jspecify.annotations.NullMarked;
