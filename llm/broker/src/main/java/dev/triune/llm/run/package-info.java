/* SPDX-License-Identifier: Apache-2.0 */
/** A broker on a thread of its own, for servers and tools that have no tick. */
@NullMarked
package dev.triune.llm.run;

import org.jspecify.annotations.NullMarked;
