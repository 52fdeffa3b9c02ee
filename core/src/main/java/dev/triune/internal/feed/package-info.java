/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs the feeds of a game for each agent in each tick, just before the agents think, so that what they
 * perceive is of this tick. Feeds are the game's code, hence one that throws does not keep the others, nor
 * other agents, from theirs. A frame that lies between two ticks runs none.
 */
@NullMarked
package dev.triune.internal.feed;

import org.jspecify.annotations.NullMarked;
