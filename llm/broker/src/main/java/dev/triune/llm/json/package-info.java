/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Incremental reading of answers, on I/O threads. The only package besides the HTTP providers that
 * knows a JSON library; what it hands out does not.
 */
@NullMarked
package dev.triune.llm.json;

import org.jspecify.annotations.NullMarked;
