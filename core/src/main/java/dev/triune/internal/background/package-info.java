/* SPDX-License-Identifier: Apache-2.0 */
/** Short calls that nobody waits for. */
@NullMarked
package dev.triune.internal.background;

import org.jspecify.annotations.NullMarked;
