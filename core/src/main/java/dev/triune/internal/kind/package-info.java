/* SPDX-License-Identifier: Apache-2.0 */
/** Tells which kind of mind an agent has. */
@NullMarked
package dev.triune.internal.kind;

import org.jspecify.annotations.NullMarked;
