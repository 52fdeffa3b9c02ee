/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A model in the process of the game: a GGUF file, run by llama.cpp, without a network.
 *
 * <pre>
 *  LocalFamily, LocalProvider ─queue─&gt; LocalWriter, one thread ─&gt; LocalEngine ─&gt; llama.cpp
 *       GgufReader: is the file whole?      PromptSlots: an agent's last prompt stays evaluated
 *       MemoryNeed: is there room?          JsonGrammar: only what the schema allows is written
 * </pre>
 *
 * <p>Reading a prompt costs more than writing an answer, so each agent has a slot, and prompts begin with what
 * stays the same. A file is checked and its memory estimated before it is loaded, because the native library
 * would end the process where Java throws. {@link dev.triune.local.LocalEngine} hides the library; the rest
 * can be tested without it. Calls run one after another, with low priority, beside the game's own threads.
 */
@NullMarked
package dev.triune.local;

import org.jspecify.annotations.NullMarked;
