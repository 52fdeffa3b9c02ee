/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Recall that fits the moment, and reflection, for agents that have lived through more than a prompt holds.
 *
 * <pre>
 *  cue: who is near, the goal, what was said ─┐
 *  EpisodeIndex: the agent's episodes         ├─&gt; Relevance, importance, recency ─&gt; Candidates
 *  knowledge of the game                     ─┘     by words (BM25), or by meaning       │
 *                                                    as well (EmbeddingStore)            v
 *                                                       Selection: few, short, of several kinds
 * </pre>
 *
 * <p>A score weighs three things: what fits the cue, what mattered when it
 * happened, and what is fresh. None alone will do: the latest is often idle talk, and the most important
 * comes up again and again. Duplicates are left out, since a prompt that says a thing twice says it loudly.
 *
 * <p>{@link dev.triune.memory.ReflectionSystem} lets agents draw insights while nothing urgent happens: by a
 * background call, or by rules if there is no model. Indexes are kept between recalls and allocate only to
 * grow. Game thread only.
 */
@NullMarked
package dev.triune.memory;

import org.jspecify.annotations.NullMarked;
