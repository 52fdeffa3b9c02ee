/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Optional;

/** Renders a prompt when its request is granted, so that the model sees the world as it is now. */
@FunctionalInterface
public interface PromptSource {
    /**
     * Renders the prompt on the owner thread, once per call, so again for a fallback or a retry;
     * must not block.
     *
     * @return the prompt, or empty to withdraw the request, which is {@link Outcome.Cancelled
     *     Cancelled before the start}
     */
    Optional<Prompt> render();
}
