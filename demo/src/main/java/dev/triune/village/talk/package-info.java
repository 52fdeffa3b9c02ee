/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The village's part of conversations: who hears whom, what talk changes, and what is remembered of a day.
 *
 * <pre>
 *  core's conversations ─lines─&gt; SpeechAnalyzer: tone, promises
 *                                      v
 *                                TalkEffects: facts pass on, liking, promises ─&gt; TalkStats
 *  DiarySystem: at night, the day becomes one memory
 *  MeetingSystem: everybody on the square, then talk about the news
 * </pre>
 *
 * <p>A model decides what is said; rules decide what follows from it. A fact is passed on only by one who
 * knows it, so that every copy has a source, and whatever a model merely claims stays talk. Words are
 * matched, not understood, and a promise that is missed is better than one that nobody made.
 */
@NullMarked
package dev.triune.village.talk;

import org.jspecify.annotations.NullMarked;
