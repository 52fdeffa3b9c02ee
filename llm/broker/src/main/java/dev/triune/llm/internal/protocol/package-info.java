/* SPDX-License-Identifier: Apache-2.0 */
/** Requests as bytes and answers from bytes, for all protocols. Knows no network. */
@NullMarked
package dev.triune.llm.internal.protocol;

import org.jspecify.annotations.NullMarked;
