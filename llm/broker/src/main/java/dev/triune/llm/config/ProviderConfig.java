/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.engine.ProviderSettings;

/**
 * One provider of the file. Immutable.
 *
 * @param settings how the broker uses it
 * @param connection how it is reached
 */
public record ProviderConfig(ProviderSettings settings, Connection connection) {}
