/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Requests to bytes, and bytes to events, for each family of servers; knows no network.
 *
 * <pre>
 *  ModelRequest + Dialect ─&gt; OpenAiRequestWriter    ─┐
 *                            AnthropicRequestWriter ─┼─&gt; JSON in UTF-8
 *                            OllamaRequestWriter    ─┘
 *  bytes ─&gt; EventSplitter ─&gt; JsonEventReader ─&gt; AnswerEventHandler ─&gt; text, at once
 *           by SSE, lines,    token by token     one for each family   usage, tools, the
 *           or one piece                                               reason of the end
 * </pre>
 *
 * <p>Readers are fed chunks of any size, down to one byte, and give the same events for all of them; the
 * tests cut at every place. Memory is bounded for an event, an answer and a stream, because a server may
 * be broken or hostile. JSON is read token by token, without a tree, since a gateway reads hundreds of
 * streams on few threads.
 *
 * <p>Where servers of one family differ, the difference is data in {@link
 * dev.triune.llm.internal.protocol.WireFamily}, and what single servers refuse is learned in a {@link
 * dev.triune.llm.internal.protocol.Dialect}. Writers and handlers compare no names of providers.
 *
 * <p>An answer ends in one of several ways, which are told apart: complete, cut at the length limit, refused,
 * filtered, or broken off. Only a stream whose protocol says that it is over is complete; a connection that
 * merely closes is not.
 */
@NullMarked
package dev.triune.llm.internal.protocol;

import org.jspecify.annotations.NullMarked;
