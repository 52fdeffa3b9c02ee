/* SPDX-License-Identifier: Apache-2.0 */
/** Writes requests and parses responses for all protocols, independently of the network. */
@NullMarked
package dev.triune.llm.internal.protocol;

import org.jspecify.annotations.NullMarked;
