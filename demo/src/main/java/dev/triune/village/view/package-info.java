/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The village in a browser: frames out, commands in.
 *
 * <pre>
 *  game thread   SceneBuilder, FrameBuilder ─&gt; VillageFrame, immutable
 *                      │ the newest one, left behind without waiting
 *  one daemon    FrameBroadcaster encodes it once
 *                      │
 *  one a viewer  Viewer sends what changed ──&gt; page
 *  game thread   ViewCommand &lt;── ViewCommandReader &lt;── page
 * </pre>
 *
 * <p>A viewer that is slow gets fewer frames and holds up nobody; without viewers nothing is built. What
 * changes in each tick is apart from what changes seldom, so that most frames are positions only. Commands
 * are checked where they are read, and carried out by the game thread between two ticks. The server listens
 * on this machine only, since whoever can reach it may talk to villagers. {@link
 * dev.triune.village.view.PageRecording} writes the same stream into one file that plays without a server.
 */
@NullMarked
package dev.triune.village.view;

import org.jspecify.annotations.NullMarked;
