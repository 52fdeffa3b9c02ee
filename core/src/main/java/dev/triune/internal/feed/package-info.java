/* SPDX-License-Identifier: Apache-2.0 */
/** Runs feeds, and finds what is near an agent. */
@NullMarked
package dev.triune.internal.feed;

import org.jspecify.annotations.NullMarked;
