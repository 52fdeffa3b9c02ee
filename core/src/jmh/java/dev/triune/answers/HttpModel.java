/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A provider over HTTP that starts and stops its server, a {@link ModelServer}. */
final class HttpModel implements Provider {
    private final Process server;
    private final HttpProvider provider;

    private HttpModel(Process server, int port) {
        this.server = server;
        this.provider = HttpProvider.openAi("http://127.0.0.1:" + port + "/v1").build();
    }

    /** Starts the server with the same Java and jar. */
    static HttpModel start() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder command = new ProcessBuilder(
                        java,
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ModelServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            Process server = command.start();
            BufferedReader out = new BufferedReader(
                    new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
            String port = out.readLine();
            if (port == null) {
                throw new IllegalStateException("the server of the model did not start");
            }
            return new HttpModel(server, Integer.parseInt(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        return provider.start(call, sink);
    }

    @Override
    public String accountId() {
        return provider.accountId();
    }

    @Override
    public void close() {
        provider.close();
        server.destroy();
    }
}
