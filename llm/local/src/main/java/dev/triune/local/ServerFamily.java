/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFamily;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Opens the family {@code llama-server} of configuration files. */
public final class ServerFamily implements ProviderFamily {
    private static final String SERVER = "server";
    private static final String ARGUMENTS = "args";

    private final LocalFamily model = new LocalFamily();

    /** Creates the family; called by {@link java.util.ServiceLoader}. */
    public ServerFamily() {}

    @Override
    public String name() {
        return "llama-server";
    }

    @Override
    public Set<String> keys() {
        Set<String> keys = new HashSet<>(model.keys());
        keys.remove(LocalFamily.ENGINE);
        keys.addAll(List.of(SERVER, ARGUMENTS));
        return keys;
    }

    @Override
    public void check(Map<String, String> settings) {
        model.check(settings);
        if (!settings.containsKey(SERVER)) {
            throw new IllegalArgumentException(
                    "has no server (expected the program llama-server, or a folder with it)");
        }
    }

    @Override
    public Provider open(Map<String, String> settings) throws IOException {
        String arguments = settings.getOrDefault(ARGUMENTS, "").strip();
        return ServerProvider.start(
                Path.of(settings.get(SERVER)),
                Path.of(settings.get(LocalFamily.FILE)),
                LocalFamily.read(settings),
                arguments.isEmpty() ? List.of() : List.of(arguments.split("\\s+")));
    }
}
