/* SPDX-License-Identifier: Apache-2.0 */
/** Executes reflexes and steps, tick by tick. */
@NullMarked
package dev.triune.internal.behavior;

import org.jspecify.annotations.NullMarked;
