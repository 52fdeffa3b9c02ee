/* SPDX-License-Identifier: Apache-2.0 */
/** Chooses which of an agent's memories a prompt contains. */
@NullMarked
package dev.triune.memory;

import org.jspecify.annotations.NullMarked;
