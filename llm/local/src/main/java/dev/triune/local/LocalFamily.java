/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFamily;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Opens the family {@code local} of configuration files. */
public final class LocalFamily implements ProviderFamily {
    static final String FILE = "file";
    static final String ENGINE = "engine";

    /** Creates the family; called by {@link java.util.ServiceLoader}. */
    public LocalFamily() {}

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Set<String> keys() {
        return Set.of(FILE, ENGINE, "context", "slots", "threads", "memory-mb", "gpu-layers");
    }

    @Override
    public void check(Map<String, String> settings) {
        if (!settings.containsKey(FILE)) {
            throw new IllegalArgumentException("has no file (expected that of a model in GGUF)");
        }
        LocalEngine.Loader.find(read(settings).engine());
    }

    @Override
    public Provider open(Map<String, String> settings) throws IOException {
        return LocalProvider.load(Path.of(settings.get(FILE)), read(settings));
    }

    static LocalSettings read(Map<String, String> settings) {
        LocalSettings usual = LocalSettings.DEFAULT;
        return new LocalSettings(
                integer(settings, "context", usual.context()),
                integer(settings, "slots", usual.slots()),
                integer(settings, "threads", usual.threads()),
                integer(settings, "memory-mb", usual.memoryMb()),
                integer(settings, "gpu-layers", usual.gpuLayers()),
                settings.getOrDefault(ENGINE, usual.engine()));
    }

    private static int integer(Map<String, String> settings, String key, int usual) {
        String text = settings.getOrDefault(key, String.valueOf(usual));
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(key + " " + text + " (expected a whole number)");
        }
        return Integer.parseInt(text);
    }
}
