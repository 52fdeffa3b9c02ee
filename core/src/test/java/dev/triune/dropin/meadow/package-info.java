/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A game that was there before: a meadow with grazers and wolves, plain Artemis, its own
 * components, its own instincts, its own orders. Nothing in here knows that minds exist.
 */
@NullMarked
package dev.triune.dropin.meadow;

import org.jspecify.annotations.NullMarked;
