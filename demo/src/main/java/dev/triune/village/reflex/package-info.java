/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What villagers do by reflex, and the routine that they fall back on.
 */
@NullMarked
package dev.triune.village.reflex;

import org.jspecify.annotations.NullMarked;
