/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What villagers do when a plan orders it.
 */
@NullMarked
package dev.triune.village.action;

import org.jspecify.annotations.NullMarked;
