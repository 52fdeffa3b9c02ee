/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Checks that say at once what a game did wrong: a number out of {@link dev.triune.internal.check.Ranges
 * range}, a setting that comes {@link dev.triune.internal.check.SetupPhase too late}, a call on {@link
 * dev.triune.internal.check.WorldThread another thread}. Messages name the thing, the value and the
 * remedy, as in "limit 0 (expected 1 to 10)" or "this MindPlugin serves a world already (set before the
 * world is built)".
 */
@NullMarked
package dev.triune.internal.check;

import org.jspecify.annotations.NullMarked;
