/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Gives each kind of mind a value of its own, such as its schedule or its repairs, and finds that of an
 * agent. Kinds are told apart by aspects, in the order in which they were added; whoever fits none is of
 * the default kind. A world with one kind pays an empty loop for it.
 */
@NullMarked
package dev.triune.internal.kind;

import org.jspecify.annotations.NullMarked;
