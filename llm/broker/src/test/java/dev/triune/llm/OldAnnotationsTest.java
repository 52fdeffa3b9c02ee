/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.provider.HttpProvider;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

/**
 * A game's class path may begin with annotations of Jackson 2.9. The build copies that jar; this
 * runs real calls in a class loader of its own, in which it is the only one.
 */
class OldAnnotationsTest {
    private static final Path OLD = Path.of("target", "old", "jackson-annotations.jar");

    @Test
    void callsNameTheMissingClassAndOpenNoBreaker() throws Exception {
        assertThat(OLD).as("copied by the build").exists();
        try (URLClassLoader game =
                new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            assertThat(resources(game)).containsExactly(OLD.toUri().toURL().toString());
            Object ends = ((Callable<?>) game.loadClass(Calls.class.getName())
                            .getConstructor()
                            .newInstance())
                    .call();
            assertThat(ends.toString().lines())
                    .hasSize(Calls.COUNT)
                    .allSatisfy(end -> assertThat(end)
                            .startsWith("Failed[code=BAD_REQUEST")
                            .contains("com/fasterxml/jackson/annotation/JsonSerializeAs")
                            .contains("check the versions of the libraries on the class path"));
        }
    }

    private static URL[] classPath() throws IOException {
        List<URL> all = new ArrayList<>();
        all.add(OLD.toUri().toURL());
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!part.contains("jackson-annotations")) {
                all.add(Path.of(part).toUri().toURL());
            }
        }
        return all.toArray(URL[]::new);
    }

    /** The jars that have the annotations. */
    private static List<String> resources(ClassLoader game) throws IOException {
        return game.resources("com/fasterxml/jackson/annotation/JsonFormat.class")
                .map(found -> found.getPath().replaceAll("!.*", ""))
                .toList();
    }

    /** Calls of a server that answers, and how they ended. Public for another class loader. */
    public static final class Calls implements Callable<String> {
        static final int COUNT = 10; // more than open a breaker

        private final List<String> ends = new ArrayList<>();

        @Override
        public String call() throws Exception {
            try (MockWebServer server = new MockWebServer()) {
                server.start();
                HttpProvider provider =
                        HttpProvider.openAi(server.url("/v1").toString()).build();
                try (Broker broker = new BrokerBuilder()
                        .provider(ProviderSettings.of("server", "model"), provider)
                        .build()) {
                    for (int i = 0; i < COUNT; i++) {
                        ask(broker);
                    }
                }
            }
            return String.join("\n", ends);
        }

        private void ask(Broker broker) {
            int before = ends.size();
            broker.submit(
                    Request.<String>plan("model", (part, out) -> {})
                            .prompt(() -> Prompt.of("hello?"))
                            .build(),
                    update -> {
                        if (update instanceof Update.Ended<String> ended) {
                            ends.add(ended.outcome().toString());
                        }
                    });
            await().pollInSameThread().pollInterval(Duration.ofMillis(5)).until(() -> {
                broker.doWork();
                return ends.size() > before;
            });
        }
    }
}
