/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The endpoints of OpenAI and Anthropic, for clients that were written for these.
 *
 * <pre>
 *  ChatCompletionReader, ResponsesReader,     ─┐                       ┌─ ChatCompletionWriter,
 *  MessagesReader, EmbeddingsReader            ├─&gt; CompletionHandler ──┤  ResponsesWriter, MessagesWriter
 *    with CompletionRequestBuilder: what       │     admits, submits    └─ OpenAiErrorFormat,
 *    all of them share                        ─┘                          AnthropicErrorFormat
 * </pre>
 *
 * <p>A protocol is a {@link dev.triune.gateway.completion.CompletionFormat}: its path, its fields, its reader
 * and its writers. What is not supported is refused with the name of the field, not ignored, because a
 * client that believes in a setting would look for the mistake elsewhere. Fields that only change how a
 * provider works inside, and not what it answers, are accepted and left out.
 *
 * <p>Models are named as in the configuration; {@link dev.triune.gateway.completion.ModelCatalog} lists those
 * that providers offer. Each writer keeps to the order of events that the clients' libraries expect, which
 * tests check with these libraries.
 */
@NullMarked
package dev.triune.gateway.completion;

import org.jspecify.annotations.NullMarked;
