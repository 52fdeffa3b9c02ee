/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads plans incrementally while they are being streamed, on I/O threads; reads and writes files of
 * records. Hands out no type of the
 * JSON library.
 */
@NullMarked
package dev.triune.llm.internal.json;

import org.jspecify.annotations.NullMarked;
