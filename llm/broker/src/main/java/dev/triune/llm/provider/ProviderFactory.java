/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Endpoint;

/** Opens providers for models of the callers' own. Called on the broker's owner thread. */
@FunctionalInterface
public interface ProviderFactory {
    /**
     * Opens a provider; it must not connect yet, nor block.
     *
     * @throws IllegalArgumentException if that endpoint is not allowed or cannot be one; the request
     *     is then refused with it
     */
    Provider create(Endpoint endpoint);
}
