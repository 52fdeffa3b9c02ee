/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stories that are to happen by themselves, and the rules that say whether they did.
 *
 * <p>Some only watch, as {@link dev.triune.village.story.RumourStory}; a {@link
 * dev.triune.village.story.StagedStory} also begins something, such as an illness, with other villagers each
 * time. None tells a villager what to do: a story succeeds if knowledge, liking and plans led there, and a
 * verdict comes from the world, never from what somebody said about it. Their figures are saved with the
 * village, so that a verdict does not depend on whether a run was interrupted.
 */
@NullMarked
package dev.triune.village.story;

import org.jspecify.annotations.NullMarked;
