/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Optional;

/** Renders a prompt when its request is granted, so that the model sees the current world. */
@FunctionalInterface
public interface PromptSource {
    /**
     * Renders the prompt on the owner thread, once for each call, including fallbacks and retries.
     * Must not block.
     *
     * @return the prompt, or empty to withdraw the request, which then ends as {@link
     *     Outcome.Cancelled}
     */
    Optional<Prompt> render();
}
