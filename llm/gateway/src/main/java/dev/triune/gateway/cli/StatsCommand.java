/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code stats}: shows the statistics of a gateway in a terminal. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "print the statistics of a running gateway")
final class StatsCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long MAX_LINE_LENGTH = 4 << 20;
    private static final String DATA = "data: ";
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "where the gateway listens (http://127.0.0.1:8766)")
    private String url = "http://127.0.0.1:8766";

    @Option(
            names = "--token-env",
            paramLabel = "VAR",
            description = "the environment variable that holds the gateway's token")
    private @Nullable String tokenEnv;

    @Option(names = "--watch", description = "print once a second, until Ctrl-C")
    private boolean watch;

    /** The environment: the token, and whether to use colours. */
    private final Map<String, String> environment = System.getenv();

    @Override
    public Integer call() {
        try {
            HttpUrl live = address();
            OkHttpClient http = new OkHttpClient.Builder()
                    .connectTimeout(TIMEOUT)
                    .readTimeout(TIMEOUT)
                    .followRedirects(false)
                    .build();
            try {
                return show(http, request(live));
            } finally {
                http.dispatcher().executorService().shutdown();
                http.connectionPool().evictAll();
            }
        } catch (StatsUnavailableException e) {
            spec.commandLine().getErr().println("triune-gateway: " + e.getMessage());
            return GatewayApp.BROKEN;
        }
    }

    private HttpUrl address() {
        HttpUrl base = HttpUrl.parse(url);
        if (base == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--url " + url + " is no address (expected one like http://127.0.0.1:8766)");
        }
        return base.newBuilder().encodedPath("/api/llm/live").query(null).build();
    }

    private Request request(HttpUrl live) {
        Request.Builder request = new Request.Builder().url(live);
        if (tokenEnv != null) {
            String token = environment.getOrDefault(tokenEnv, "").strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "the environment variable " + tokenEnv
                                + (token.isEmpty() ? " is not set" : " holds no token"));
            }
            request.header("Authorization", "Bearer " + token);
        }
        return request.build();
    }

    private int show(OkHttpClient http, Request request) throws StatsUnavailableException {
        String host = request.url().host() + ":" + request.url().port();
        boolean hasPrinted = false;
        try (Response response = http.newCall(request).execute()) {
            check(response, host);
            BufferedSource source = response.body().source();
            while (true) {
                String line = source.readUtf8LineStrict(MAX_LINE_LENGTH);
                if (line.startsWith(DATA)) {
                    print(JSON.readTree(line.substring(DATA.length())), hasPrinted);
                    hasPrinted = true;
                    if (!watch) {
                        return GatewayApp.OK;
                    }
                }
            }
        } catch (JacksonException e) {
            throw new StatsUnavailableException(host + " is no gateway: it answers something else");
        } catch (IOException e) {
            throw new StatsUnavailableException(
                    hasPrinted
                            ? "the gateway at " + host + " is gone"
                            : "no gateway answers at " + host + " (is it running? see --url)");
        }
    }

    private void check(Response response, String host) throws StatsUnavailableException {
        if (response.code() == 401) {
            throw new StatsUnavailableException(
                    tokenEnv == null
                            ? "the gateway at " + host + " asks for a token (see --token-env)"
                            : "the gateway at " + host + " does not accept the token in "
                                    + tokenEnv);
        }
        String type = response.header("Content-Type", "");
        if (response.code() == 503) {
            throw new StatsUnavailableException(
                    "the gateway at " + host + " is stopping, or too many look at it");
        }
        if (response.code() != 200 || type == null || !type.startsWith("text/event-stream")) {
            throw new StatsUnavailableException(
                    host + " is no gateway: it answers with status " + response.code());
        }
    }

    private void print(JsonNode figures, boolean redraw) {
        PrintWriter out = spec.commandLine().getOut();
        boolean terminal = isTerminal() && !"dumb".equals(environment.get("TERM"));
        boolean colours = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        if (watch && terminal) {
            out.print(CLEAR);
        } else if (redraw) {
            out.println();
        }
        StatsRenderer.lines(figures, terminal, colours).forEach(out::println);
        out.flush();
    }

    /** Whether the output is a terminal; since JDK 22, a console also exists for files. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Thrown if there is nothing to show, with the reason. */
    private static final class StatsUnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        StatsUnavailableException(String message) {
            super(message);
        }
    }
}
