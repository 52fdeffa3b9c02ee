/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.BrokerConfig;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The "local" family (models in this process) when its artifact is missing. */
class LocalFamilyTest {
    private static BrokerConfig parse(String provider) {
        return BrokerConfig.parse(
                "llm.yaml", "providers:\n  local: " + provider + "\n", key -> Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{family: local}", "{family: local, file: small.gguf, threads: 4}"})
    void errorNamesTheMissingArtifactAlone(String provider) {
        assertThatThrownBy(() -> parse(provider))
                .hasMessage("llm.yaml:2: providers.local: family local without its artifact"
                        + " (add dev.triune:triune-local to the class path)");
    }

    @Test
    void providerWithAUrlMayBeNamedLocal() {
        BrokerConfig config = parse("{url: http://localhost:8080/v1, model: small}");
        assertThat(config.providers().get(0).protocol()).isEqualTo("openai");
    }
}
