/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The world put together, ticked and measured.
 */
@NullMarked
package dev.triune.village.sim;

import org.jspecify.annotations.NullMarked;
