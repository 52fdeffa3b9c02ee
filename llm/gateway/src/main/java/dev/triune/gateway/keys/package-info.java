/* SPDX-License-Identifier: Apache-2.0 */
/** Tokens of single games: what each may use, and what it has used. */
@NullMarked
package dev.triune.gateway.keys;

import org.jspecify.annotations.NullMarked;
