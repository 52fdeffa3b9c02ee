/* SPDX-License-Identifier: Apache-2.0 */
/** A market square in a window: a small libGDX game to copy from. Each file shows one topic. */
@NullMarked
package dev.triune.market;

import org.jspecify.annotations.NullMarked;
