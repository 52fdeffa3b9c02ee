/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads plans incrementally while they are being streamed. Runs on I/O threads; hands out no type of the
 * JSON library.
 */
@NullMarked
package dev.triune.llm.internal.json;

import org.jspecify.annotations.NullMarked;
