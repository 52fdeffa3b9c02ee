/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What goes over the wire to and from servers of models: requests as bytes, answers from bytes, for
 * each family of protocols. Knows no network, so that every rule can be tested byte by byte.
 */
@NullMarked
package dev.triune.llm.provider.wire;

import org.jspecify.annotations.NullMarked;
