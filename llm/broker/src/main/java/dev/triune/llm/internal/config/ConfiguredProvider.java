/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ProviderSettings;

/**
 * One provider of the file. Immutable.
 *
 * @param settings how the broker uses it
 * @param connectionSettings how it is reached
 */
public record ConfiguredProvider(
        ProviderSettings settings, ConnectionSettings connectionSettings) {}
