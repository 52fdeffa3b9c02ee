/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The whole API of the broker: a queue of requests in front of language-model providers.
 *
 * <p>A {@link dev.triune.llm.Broker} takes a {@link dev.triune.llm.Request}, gives back a
 * {@link dev.triune.llm.Ticket} at once, and reports each {@link dev.triune.llm.Update} to the
 * listener of that request from inside {@link dev.triune.llm.Broker#doWork()}. Every request ends
 * with exactly one {@link dev.triune.llm.Outcome}. Nothing here knows HTTP, JSON or a game engine.
 */
@NullMarked
package dev.triune.llm;

import org.jspecify.annotations.NullMarked;
