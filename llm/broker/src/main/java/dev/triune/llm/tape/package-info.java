/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records every update of a broker and plays it back without a provider.
 */
@NullMarked
package dev.triune.llm.tape;

import org.jspecify.annotations.NullMarked;
