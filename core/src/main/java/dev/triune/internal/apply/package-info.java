/* SPDX-License-Identifier: Apache-2.0 */
/** Applies answers to behavior queues, matched by ticket and serial. */
@NullMarked
package dev.triune.internal.apply;

import org.jspecify.annotations.NullMarked;
