/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What providers say about their limits, in headers and bodies, as one value.
 */
@NullMarked
package dev.triune.llm.provider.signal;

import org.jspecify.annotations.NullMarked;
