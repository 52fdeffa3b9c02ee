/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads plans incrementally while they are streamed, on I/O threads; reads and writes files of
 * records. Exposes no types of the JSON library.
 */
@NullMarked
package dev.triune.llm.internal.json;

import org.jspecify.annotations.NullMarked;
