/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Ageing;
import dev.triune.llm.ProviderSettings;

/**
 * How requests wait. Immutable.
 *
 * @param limit requests that may wait at a provider that says nothing else
 * @param ageing how waiting raises priorities
 * @param perProvider whether each provider has a queue of its own
 */
public record QueueSettings(int limit, Ageing ageing, boolean perProvider) {
    /** A hundred, the usual ageing, a queue for each. */
    public static final QueueSettings DEFAULT =
            new QueueSettings(ProviderSettings.DEFAULT_QUEUE_LIMIT, Ageing.DEFAULT, true);
}
