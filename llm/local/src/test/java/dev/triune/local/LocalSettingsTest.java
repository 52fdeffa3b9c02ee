/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.provider.Provider;
import dev.triune.testsupport.TinyGguf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class LocalSettingsTest {
    private static final LocalSettings USUAL = LocalSettings.DEFAULT;

    private static void assertRefused(IntFunction<?> setter, int value, String message) {
        assertThatThrownBy(() -> setter.apply(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void invalidSettingsAreNamed() {
        assertRefused(USUAL::withContext, 255, "context 255 (expected 256 to 262144)");
        assertRefused(USUAL::withSlots, 0, "slots 0 (expected 1 to 64)");
        assertRefused(USUAL::withThreads, 257, "threads 257 (expected 1 to 256)");
        assertRefused(USUAL::withMemoryMb, 0, "memory-mb 0 (expected 1 to 1073741824)");
        assertRefused(USUAL::withGpuLayers, -1, "gpu-layers -1 (expected 0 to 1000)");
    }

    @Test
    void familyNamesInvalidSettingsOfAFile() {
        LocalFamily family = new LocalFamily();
        assertThatThrownBy(() -> family.check(Map.of("slots", "2")))
                .hasMessage("has no file (expected that of a model in GGUF)");
        assertThatThrownBy(() -> family.check(Map.of("file", "a.gguf", "slots", "two")))
                .hasMessage("slots two (expected a whole number)");
        assertThatThrownBy(() -> family.check(Map.of("file", "a.gguf", "slots", "65")))
                .hasMessage("slots 65 (expected 1 to 64)");
    }

    @Test
    void familyOpensAProvider() throws Exception {
        Path file = TinyGguf.write(Path.of("target", "family.gguf"), 3);
        LocalFamily family = new LocalFamily();
        Map<String, String> settings = Map.of("file", file.toString(), "context", "256");
        assertThat(family.keys()).containsAll(settings.keySet());
        family.check(settings);
        try (Provider provider = family.open(settings)) {
            assertThat(provider.models()).isCompletedWithValue(List.of()); // any name
        }
    }
}
