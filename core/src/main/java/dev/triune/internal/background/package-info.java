/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes short calls of modules that nobody waits for, such as a reflection on the day. They have the
 * lowest priority and few are pending at a time, so that they never delay an agent's own decision; a call
 * that finds no place is refused, and its module asks again later.
 */
@NullMarked
package dev.triune.internal.background;

import org.jspecify.annotations.NullMarked;
