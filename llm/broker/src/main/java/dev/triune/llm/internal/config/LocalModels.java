/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ConfigException;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFamily;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the artifact that runs models in this process. */
final class LocalModels {
    private static final String MISSING =
            "family local without its artifact (expected dev.triune:triune-local on the class path)";

    private LocalModels() {}

    static ProviderFamily family() {
        try {
            for (ProviderFamily family : ServiceLoader.load(ProviderFamily.class)) {
                if (family.name().equals(ProviderKind.LOCAL.label())) {
                    return family;
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(MISSING, e);
        }
        throw new IllegalArgumentException(MISSING);
    }

    /** Loads a model. */
    static Provider open(Map<String, String> settings) {
        try {
            return family().open(settings);
        } catch (IOException e) {
            throw new ConfigException(List.of(String.valueOf(e.getMessage())));
        }
    }
}
