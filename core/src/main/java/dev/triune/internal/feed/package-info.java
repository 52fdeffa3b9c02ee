/* SPDX-License-Identifier: Apache-2.0 */
/** Runs feeds. */
@NullMarked
package dev.triune.internal.feed;

import org.jspecify.annotations.NullMarked;
