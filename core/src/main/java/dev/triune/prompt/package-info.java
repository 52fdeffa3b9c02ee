/* SPDX-License-Identifier: Apache-2.0 */
/** Turns an immutable snapshot of an agent into messages. Knows no Artemis. */
@NullMarked
package dev.triune.prompt;

import org.jspecify.annotations.NullMarked;
