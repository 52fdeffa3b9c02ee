/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the village adds to the conversations that core leads, meetings, and how a day is
 * remembered. The way in is {@link dev.triune.village.talk.VillageTalk}.
 */
@NullMarked
package dev.triune.village.talk;

import org.jspecify.annotations.NullMarked;
