/* SPDX-License-Identifier: Apache-2.0 */
/** Conversations among agents and with players. */
@NullMarked
package dev.triune.conversation;

import org.jspecify.annotations.NullMarked;
