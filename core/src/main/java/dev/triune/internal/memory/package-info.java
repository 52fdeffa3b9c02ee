/* SPDX-License-Identifier: Apache-2.0 */
/** Picks memories for prompts. */
@NullMarked
package dev.triune.internal.memory;

import org.jspecify.annotations.NullMarked;
