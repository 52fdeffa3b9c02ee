/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.IOException;
import java.nio.file.Path;

/** Loads models with the library of this artifact; found by {@link java.util.ServiceLoader}. */
public final class LlamaLoader implements LocalEngine.Loader {
    /** Creates the loader. */
    public LlamaLoader() {}

    @Override
    public String name() {
        return LocalSettings.LLAMA;
    }

    @Override
    public LocalEngine load(Path gguf, LocalSettings settings) throws IOException {
        return LlamaEngine.load(gguf, GgufReader.read(gguf), settings);
    }
}
