/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A model on the player's machine: a GGUF file, run by llama.cpp, in a process of its own or in that of the game.
 *
 * <pre>
 *  ServerFamily, ServerProvider ─watches─&gt; ServerProcess ─a shell─&gt; llama-server
 *       ServerBinary: can it run here?            HttpProvider ─calls─┘
 *
 *  LocalFamily, LocalProvider ─queue─&gt; LocalWriter, one thread ─&gt; LocalEngine ─&gt; llama.cpp
 *       PromptSlots: an agent's last prompt stays evaluated
 *       JsonGrammar: only what the schema allows is written
 *
 *  for both     GgufReader: is the file whole?     MemoryNeed: is there room?
 * </pre>
 *
 * <p>A server can crash, hang, and load for minutes without harm to the game; it is started again, and ends with the
 * game whatever ends that. In the game's process, reading a prompt costs more than writing an answer, so each agent has
 * a slot, and prompts begin with what stays the same. A file is checked and its memory estimated before it is loaded,
 * because the native library would end the process where Java throws. {@link dev.triune.local.LocalEngine} hides the
 * library; the rest can be tested without it. Its calls run one after another, with low priority, beside the game's own
 * threads.
 */
@NullMarked
package dev.triune.local;

import org.jspecify.annotations.NullMarked;
