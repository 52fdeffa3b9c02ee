/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Support for a game's tests: a world with minds on virtual time, with scripted answers in place of
 * a model. Nothing else in this library depends on it.
 */
@NullMarked
package dev.triune.testkit;

import org.jspecify.annotations.NullMarked;
