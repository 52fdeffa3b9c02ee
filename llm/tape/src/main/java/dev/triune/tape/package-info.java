/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Records the traffic between a game and its broker, and replays it without a provider, threads or a clock.
 *
 * <pre>
 *  record   game ─&gt; TapeRecorder ─&gt; Broker         replay   game ─&gt; TapeReplay
 *                      │ TapeWriter                            │ TapePlayer: is this what the
 *                      v                                       │ tape says comes now?
 *           one TapeLine for each call, update and event ──────┘ TapeReader, one line ahead
 * </pre>
 *
 * <p>A line starts with its turn, the count of {@code doWork}, and ends with a checksum of all lines so far.
 * A game whose behaviour depends on nothing but its seed and its answers does the same with the same tape,
 * so a replay compares each call and the digest of each prompt, and stops at the first that differs: the
 * change is there, not an hour later where it shows.
 *
 * <p>Prompts are kept as digests; keys and addresses not at all. Answers are kept as parts, which the game's
 * decoder reads again, so that a tape can be used to try a changed decoder. Used on the game's thread only.
 */
@NullMarked
package dev.triune.tape;

import org.jspecify.annotations.NullMarked;
