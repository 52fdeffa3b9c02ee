/* SPDX-License-Identifier: Apache-2.0 */
/** Tokens of single games: their permissions, budgets and usage. */
@NullMarked
package dev.triune.gateway.keys;

import org.jspecify.annotations.NullMarked;
