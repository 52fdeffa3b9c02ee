/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Turns an immutable snapshot of an agent into messages for a model, or lets the rules of an
 * offline mind answer it. Knows no Artemis.
 */
@NullMarked
package dev.triune.prompt;

import org.jspecify.annotations.NullMarked;
