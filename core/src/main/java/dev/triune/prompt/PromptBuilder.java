/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.llm.Prompt;

/**
 * Turns a snapshot into messages. What changes least comes first, so that providers' prompt caches
 * hit. Called on the game thread; must not block.
 */
@FunctionalInterface
public interface PromptBuilder {
    /** Writes the prompt. */
    Prompt build(AgentSnapshot agentSnapshot);
}
