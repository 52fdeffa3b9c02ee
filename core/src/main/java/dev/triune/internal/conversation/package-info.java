/* SPDX-License-Identifier: Apache-2.0 */
/** Turns, speech and effects of conversations. */
@NullMarked
package dev.triune.internal.conversation;

import org.jspecify.annotations.NullMarked;
