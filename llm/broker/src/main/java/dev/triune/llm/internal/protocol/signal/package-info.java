/* SPDX-License-Identifier: Apache-2.0 */
/** Reads what providers report about their limits, in headers and bodies, into one value. */
@NullMarked
package dev.triune.llm.internal.protocol.signal;

import org.jspecify.annotations.NullMarked;
