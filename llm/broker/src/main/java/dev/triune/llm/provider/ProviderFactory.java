/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Endpoint;
import dev.triune.llm.EndpointRejectedException;

/** Opens providers for models of the callers' own. Called on the broker's owner thread. */
@FunctionalInterface
public interface ProviderFactory {
    /**
     * Opens a provider; it must not connect yet, nor block.
     *
     * @throws EndpointRejectedException if the endpoint is not allowed
     * @throws IllegalArgumentException if it cannot be an endpoint; in both cases the broker's
     *     {@code submit} throws the exception on
     */
    Provider create(Endpoint endpoint);
}
