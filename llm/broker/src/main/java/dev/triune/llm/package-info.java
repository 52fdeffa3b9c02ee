/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The API of the broker: a queue of requests in front of language-model providers.
 *
 * <p>A {@link dev.triune.llm.Broker} accepts a {@link dev.triune.llm.Request}, returns a {@link
 * dev.triune.llm.Ticket} at once, and reports each {@link dev.triune.llm.Update} to the listener of
 * that request from inside {@link dev.triune.llm.Broker#doWork()}. Every request ends with exactly
 * one {@link dev.triune.llm.Outcome}. It is independent of HTTP, JSON and game engines.
 */
@NullMarked
package dev.triune.llm;

import org.jspecify.annotations.NullMarked;
