/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * A {@code family} of configuration files from another artifact, found by {@link
 * java.util.ServiceLoader}: only {@code local} and {@code
 * llama-server}, of {@code triune-local}. Its settings are the texts
 * of those of its keys that the file contains.
 */
public interface ProviderFamily {
    /** Returns the name in configuration files. */
    String name();

    /** Returns the keys of the family in configuration files. */
    Set<String> keys();

    /**
     * Checks settings without opening anything.
     *
     * @throws IllegalArgumentException with one line that names setting, value and what is expected
     */
    void check(Map<String, String> settings);

    /**
     * Opens a provider. May block.
     *
     * @throws IOException with one line that names the fault
     */
    Provider open(Map<String, String> settings) throws IOException;
}
