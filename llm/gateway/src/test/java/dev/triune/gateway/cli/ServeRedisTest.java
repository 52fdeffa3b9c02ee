/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.SharedLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Limits shared through Redis, whose client is an artifact of its own. */
class ServeRedisTest {
    private static final Pattern ADDRESS = Pattern.compile("listens at (http://[\\w.:]+)");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void readinessTellsThatTheConfiguredRedisDoesNotAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String redis = "redis://127.0.0.1:" + silent.getLocalPort();
            Thread gateway = new Thread(() -> serve(redis), "serve");
            gateway.setDaemon(true);
            gateway.start();
            await().until(() -> address().find());
            Matcher address = address();
            assertThat(address.find()).isTrue();
            HttpRequest ready = HttpRequest.newBuilder(URI.create(address.group(1) + "/readyz"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(ready, BodyHandlers.ofString())
                            .body())
                    .matches("\\{\"status\":\"degraded\",\"checks\":"
                            + "\\{\"redis\":\"(starting|limits are not shared, .+)\"}}");
            gateway.interrupt();
            gateway.join();
        }
    }

    @Test
    void missingArtifactIsNamed() {
        Thread current = Thread.currentThread();
        ClassLoader all = current.getContextClassLoader();
        ClassLoader without = new ClassLoader(ClassLoader.getPlatformClassLoader()) {};
        assertThat(ServiceLoader.load(SharedLimits.Opener.class, without)).isEmpty();
        current.setContextClassLoader(without);
        try {
            assertThat(serve("redis://127.0.0.1:6379")).isEqualTo(GatewayApp.USAGE);
        } finally {
            current.setContextClassLoader(all);
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines("triune-gateway: limits cannot be shared without the"
                        + " artifact dev.triune:triune-redis (add it to the class path, or leave"
                        + " out gateway.redis and --redis)");
    }

    private int serve(String redis) {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        String[] words = {"serve", "--offline", "--port", "0", "--redis", redis};
        return GatewayApp.run(words, out, out);
    }

    private Matcher address() {
        return ADDRESS.matcher(said.toString(StandardCharsets.UTF_8));
    }
}
