/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Carrying out reflexes and steps, tick by tick.
 */
@NullMarked
package dev.triune.behavior;

import org.jspecify.annotations.NullMarked;
