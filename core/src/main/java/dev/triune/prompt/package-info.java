/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From an immutable snapshot to messages. Knows no Artemis.
 */
@NullMarked
package dev.triune.prompt;

import org.jspecify.annotations.NullMarked;
