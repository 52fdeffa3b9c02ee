/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Optional;

/**
 * Renders a prompt at the moment its request is granted, not when it was queued, so that the model
 * sees the world as it is now.
 */
@FunctionalInterface
public interface PromptSource {
    /**
     * Renders the prompt. Called on the broker's owner thread, once per call to a provider, so again
     * for a fallback or a retry; must not block.
     *
     * @return the prompt, or empty if the request is no longer wanted: the grant then goes back
     *     unused, no provider is called, and the outcome is
     *     {@link Outcome.Cancelled Cancelled before the start}
     */
    Optional<Prompt> render();
}
