/* SPDX-License-Identifier: Apache-2.0 */
/** Reads the limits that providers report in headers and bodies, as one value. */
@NullMarked
package dev.triune.llm.internal.protocol.signal;

import org.jspecify.annotations.NullMarked;
