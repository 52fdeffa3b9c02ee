/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the text of answers while it streams in: plans in JSON, or plain text without thoughts. Also reads
 * and writes files of records, one a line. Exposes no types of the JSON library.
 *
 * <pre>
 *  pieces of text ─&gt; ThoughtMarks ─&gt; JsonTokenizer ─&gt; PlanObject ─&gt; AnswerPart, as soon as it is complete
 *                    drops thoughts   within limits    keys in any    StringTap: speech, as it grows
 *                                                      order
 * </pre>
 *
 * <p>A model writes for ten seconds, and its first step is complete after one: so a step is passed on when
 * its object ends, not when the answer does. The boundaries of pieces make no difference to what comes out,
 * which tests ensure by cutting at every place.
 *
 * <p>Models put JSON into fences, talk before it, repeat keys, or use other words for them. What can be
 * understood in one way only is; what cannot is reported as such, once, with its key. Depth, lengths and
 * counts are bounded. Runs on I/O threads; a reader belongs to one answer.
 */
@NullMarked
package dev.triune.llm.internal.json;

import org.jspecify.annotations.NullMarked;
