/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The village's part of core's conversations, meetings, and memories of days. The entry point is
 * {@link dev.triune.village.talk.VillageTalk}.
 */
@NullMarked
package dev.triune.village.talk;

import org.jspecify.annotations.NullMarked;
