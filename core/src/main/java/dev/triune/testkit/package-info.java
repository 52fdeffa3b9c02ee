/* SPDX-License-Identifier: Apache-2.0 */
/**
 * For the tests of a game: a world with minds on virtual time, with scripted answers in the place of
 * a model. Nothing else of this library depends on it.
 */
@NullMarked
package dev.triune.testkit;

import org.jspecify.annotations.NullMarked;
