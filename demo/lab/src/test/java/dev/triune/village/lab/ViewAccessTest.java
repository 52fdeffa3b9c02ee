/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access to the view, with raw requests, since HTTP clients refuse to send some of them. */
@Timeout(120)
final class ViewAccessTest {
    private static final Pattern IMPORT = Pattern.compile("from './([\\w-]+\\.js)'");

    private static RunningVillage village;

    @BeforeAll
    static void open() throws Exception {
        village = new RunningVillage();
        try (PageClient page = new PageClient(village.url())) {
            page.first("frame");
        }
    }

    @AfterAll
    static void close() {
        village.close();
    }

    private static String ask(String request) throws IOException {
        String filled = request.replace("PORT", String.valueOf(village.port()));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), village.port())) {
            socket.getOutputStream().write(filled.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String get(String path, String headers) throws IOException {
        return ask("GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n");
    }

    private static String post(String body, String headers) throws IOException {
        return ask("POST /commands HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n"
                + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"})
    void acceptsEveryLoopbackHostName(String host) throws IOException {
        assertThat(status(get("/", "Host: " + host + "\r\n"))).isEqualTo(200);
    }

    @Test
    void listensOnlyOnOneLoopbackAddress() throws IOException {
        try (Socket socket = new Socket()) {
            InetSocketAddress other = new InetSocketAddress("127.0.0.2", village.port());
            assertThatThrownBy(() -> socket.connect(other, 2_000)).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1"})
    void rejectsOtherHostNames(String host) throws IOException {
        assertThat(status(get("/", "Host: " + host + "\r\n"))).isEqualTo(403);
        assertThat(status(get("/events", "Host: " + host + "\r\n"))).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:PORT, 202",
        "http://evil.example, 403",
        "https://127.0.0.1:PORT, 403",
        "http://localhost:PORT, 403",
        "null, 403"
    })
    void acceptsCommandsOnlyFromSameOrigin(String origin, int status) throws IOException {
        String headers = "Content-Type: application/json\r\nOrigin: " + origin + "\r\n";
        assertThat(status(post("{\"do\":\"play\"}", headers))).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/x", "/view.html", "/../view.css", "/%2e%2e/", "/commands/", "/events/x"})
    void unknownPathsAreNotFound(String path) throws IOException {
        assertThat(status(get(path, "Host: 127.0.0.1:PORT\r\n"))).isEqualTo(404);
    }

    @Test
    void headOfAPageIsThatOfGetWithoutABody() throws IOException {
        String got = get("/view.css", "Host: 127.0.0.1:PORT\r\n");
        String head = ask("HEAD /view.css HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
                + "Connection: close\r\n\r\n");
        assertThat(withoutDate(head))
                .isEqualTo(withoutDate(got.substring(0, got.indexOf("\r\n\r\n") + 4)));
    }

    private static List<String> withoutDate(String head) {
        return head.lines()
                .filter(line -> !line.toLowerCase(Locale.ROOT).startsWith("date:"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"PUT, /commands", "GET, /commands", "POST, /", "DELETE, /events", "HEAD, /events"})
    void rejectsUnsupportedHttpMethods(String method, String path) throws IOException {
        String answer = ask(method + " " + path
                + " HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n");
        assertThat(status(answer)).isEqualTo(405);
        assertThat(answer.toLowerCase(Locale.ROOT)).contains("\r\nallow: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pause",
                "[]",
                "{}",
                "{\"do\":\"dance\"}",
                "{\"do\":\"speed\"}",
                "{\"do\":\"speed\",\"times\":\"2\"}",
                "{\"do\":\"speed\",\"times\":1e9}",
                "{\"do\":\"say\",\"villager\":0,\"text\":\"  \"}",
                "{\"do\":\"say\",\"villager\":8,\"text\":\"hello\"}",
                "{\"do\":\"say\",\"villager\":-1,\"text\":\"hello\"}",
                "{\"do\":\"override\",\"villager\":0}",
                "{\"do\":\"pause\"} trailing {"
            })
    void rejectsInvalidCommands(String body) throws IOException {
        String answer = post(body, "Content-Type: application/json\r\n");
        assertThat(status(answer)).as(answer).isEqualTo(400);
    }

    @Test
    void rejectsLongBodiesAndOtherContentTypes() throws IOException {
        String words = "x".repeat(501);
        String say = "{\"do\":\"say\",\"villager\":0,\"text\":\"" + words + "\"}";
        assertThat(status(post(say, "Content-Type: application/json\r\n"))).isEqualTo(400);
        String huge = "{\"do\":\"" + "x".repeat(5_000) + "\"}";
        assertThat(status(post(huge, "Content-Type: application/json\r\n"))).isEqualTo(413);
        assertThat(status(post("{\"do\":\"play\"}", "Content-Type: text/plain\r\n")))
                .isEqualTo(415);
    }

    @Test
    void rejectsWatchForUnknownViewer() throws IOException {
        String watch = "{\"do\":\"watch\",\"viewer\":\"v999\",\"villager\":0}";
        assertThat(status(post(watch, "Content-Type: application/json\r\n"))).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/view.css", "/view.js", "/map.js", "/view.svg", "/nothing"})
    void everyResponseHasSecurityHeaders(String path) throws IOException {
        assertThat(get(path, "Host: 127.0.0.1:PORT\r\n").toLowerCase(Locale.ROOT))
                .contains("content-security-policy: default-src 'none'; script-src 'self';")
                .contains("x-content-type-options: nosniff")
                .doesNotContain("unsafe-inline", "access-control-allow");
    }

    @Test
    void pageLoadsNoExternalResources() throws IOException {
        String page = get("/", "Host: 127.0.0.1:PORT\r\n");
        assertThat(page).doesNotContain("//cdn", "https://", "<script>", "style=\"", "onclick=");
    }

    @Test
    void scriptsNeverInsertTextAsHtml() throws IOException {
        Deque<String> left = new ArrayDeque<>(List.of("view.js"));
        Set<String> seen = new HashSet<>();
        while (!left.isEmpty()) {
            String script = left.pop();
            if (seen.add(script)) {
                String code = get("/" + script, "Host: 127.0.0.1:PORT\r\n");
                assertThat(status(code)).as(script).isEqualTo(200);
                assertThat(code)
                        .as(script)
                        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML")
                        .doesNotContain("document.write", "eval(", "srcdoc", "new Function");
                IMPORT.matcher(code).results().forEach(found -> left.push(found.group(1)));
            }
        }
        assertThat(seen).as("scripts that were checked").hasSizeGreaterThan(5);
    }
}
