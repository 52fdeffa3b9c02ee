/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.ClosedPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code triune-gateway check}. */
class CheckCommandTest {
    @TempDir
    private Path folder;

    private record Run(int code, String out, String err) {}

    @Test
    void checkCallsNoServerWithoutTheOnlineFlag() throws IOException {
        try (ClosedPort closed = new ClosedPort()) {
            Run run = check(file("http://127.0.0.1:" + closed.number() + "/v1", "small"));

            assertThat(run.err()).isEmpty();
            assertThat(run.out()).endsWith("llm.yaml is good\n");
            assertThat(run.code()).isEqualTo(GatewayApp.OK);
        }
    }

    @Test
    void wrongFileEndsWithTheCodeOfAWrongCommandLine() throws IOException {
        Path unknownKey = file("http://127.0.0.1:1/v1", "small");
        Files.writeString(unknownKey, "gatway: {}\n", StandardOpenOption.APPEND);

        Run run = check(unknownKey);

        assertThat(run.err()).contains("gatway");
        assertThat(run.code()).isEqualTo(GatewayApp.USAGE);
        assertThat(check(unknownKey.resolveSibling("nonesuch.yaml")).code())
                .isEqualTo(GatewayApp.USAGE);
    }

    @Test
    void onlineCheckAcceptsOfferedModels() throws IOException {
        try (MockWebServer server = offering("small", "big")) {
            Run run = check(file(url(server), "small"), "--online");

            assertThat(run.err()).isEmpty();
            assertThat(run.code()).isEqualTo(GatewayApp.OK);
        }
    }

    @Test
    void onlineCheckReportsUnofferedModelsWithOfferedOnes() throws IOException {
        try (MockWebServer server = offering("small", "big")) {
            Run run = check(file(url(server), "smal"), "--online");

            assertThat(run.err())
                    .isEqualTo("triune-gateway: local offers no model \"smal\""
                            + " (it lists small, big)\n");
            assertThat(run.out()).endsWith("llm.yaml can be read\n");
            assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
        }
    }

    @Test
    void onlineCheckReportsUnreachableServers() throws IOException {
        try (ClosedPort closed = new ClosedPort()) {
            String server = "127.0.0.1:" + closed.number();
            Run run = check(file("http://" + server + "/v1", "small"), "--online");

            assertThat(run.err())
                    .isEqualTo("triune-gateway: local: cannot reach " + server
                            + ": connection refused\n");
            assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
        }
    }

    @Test
    void triedModelThatAnswersNothingIsAProblem() throws IOException {
        try (ClosedPort closed = new ClosedPort()) {
            String server = "127.0.0.1:" + closed.number();
            Run run = check(file("http://" + server + "/v1", "small"), "--try", "small");

            assertThat(run.out())
                    .contains("trying small\n  plain          fails  unreachable: cannot reach "
                            + server)
                    .endsWith("llm.yaml can be read\n");
            assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
        }
    }

    @Test
    void triedModelMustBeServedByAProvider() throws IOException {
        Path file = Files.writeString(
                folder.resolve("llm.yaml"),
                "providers: {local: {url: 'http://127.0.0.1:1/v1', models: [small]}}\n");
        Run run = check(file, "--try", "nonesuch");

        assertThat(run.out())
                .contains("  plain          fails  model_unavailable: no provider serves model"
                        + " \"nonesuch\" (known: small; add it to the models of a provider");
        assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
    }

    @Test
    void imageNeedsAModelToTry() throws IOException {
        Run run = check(file("http://127.0.0.1:1/v1", "small"), "--image");

        assertThat(run.err())
                .isEqualTo("triune-gateway: --image needs a model (add --try MODEL); see --help\n");
        assertThat(run.code()).isEqualTo(GatewayApp.USAGE);
    }

    @Test
    void checkFindsProblemsThatWouldPreventServing() throws IOException {
        Path file = file("http://127.0.0.1:1/v1", "small");
        Files.writeString(
                file, Files.readString(file) + "gateway: {quotas: {kids: {remaining: 1}}}\n");
        Run quota = check(file);
        Files.writeString(
                file,
                "providers: {local: {url: 'http://127.0.0.1:1/v1', model: small}}\n"
                        + "gateway: {state: " + folder.resolve("no/state.json") + "}\n");
        Run state = check(file);

        assertThat(quota.err())
                .isEqualTo(
                        "triune-gateway: gateway.quotas.kids: model \"small\" has no price, so that"
                                + " the quota would be without end (add it to prices)\n");
        assertThat(quota.code()).isNotEqualTo(GatewayApp.OK);
        assertThat(state.err()).contains("gateway.state: ", "does not exist");
        assertThat(state.code()).isNotEqualTo(GatewayApp.OK);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            default-model: tiny | tiny
            gateway: {access-log: /no/such/directory/access.log} | gateway.access-log: /no/such/directory/access.log cannot be written
            gateway: {keys: /no/such/directory/keys.json} | gateway.keys: /no/such/directory/keys.json is in a directory that does not exist
            gateway: {trusted-proxies: [proxy.example]} | "proxy.example" is no IP address (expected one such as 10.0.0.5)
            gateway: {bind: 0.0.0.0} | gateway.bind 0.0.0.0 is open to other machines, which needs a token
            """)
    void checkRefusesWhatServeRefuses(String lines, String message) throws IOException {
        Path file = file("http://127.0.0.1:1/v1", "small");
        Files.writeString(file, lines + "\n", StandardOpenOption.APPEND);

        Run check = check(file);
        Run serve = run("serve", "--port", "0", "--config", file.toString());

        assertThat(check.err()).contains(message);
        assertThat(check.code()).isEqualTo(GatewayApp.USAGE);
        assertThat(serve.err()).isEqualTo(check.err());
        assertThat(serve.code()).isEqualTo(check.code());
    }

    @Test
    void onlineCheckConnectsToRedis() throws IOException {
        try (MockWebServer server = offering("small");
                ClosedPort closed = new ClosedPort()) {
            Path file = file(url(server), "small");
            Files.writeString(
                    file,
                    "gateway: {redis: 'redis://127.0.0.1:" + closed.number() + "'}\n",
                    StandardOpenOption.APPEND);

            Run run = check(file, "--online");

            assertThat(run.err())
                    .isEqualTo(
                            "triune-gateway: gateway.redis: limits are not shared, for 0 s: Redis cannot be reached\n");
            assertThat(run.code()).isEqualTo(GatewayApp.BROKEN);
        }
    }

    private Path file(String url, String model) throws IOException {
        return Files.writeString(
                folder.resolve("llm.yaml"),
                "providers: {local: {url: '" + url + "', model: " + model + "}}\n");
    }

    private static String url(MockWebServer server) {
        return "http://127.0.0.1:" + server.getPort() + "/v1";
    }

    private static MockWebServer offering(String... models) throws IOException {
        MockWebServer server = new MockWebServer();
        String list = String.join("\"},{\"id\":\"", models);
        server.enqueue(new MockResponse.Builder()
                .body("{\"data\":[{\"id\":\"" + list + "\"}]}")
                .build());
        server.start();
        return server;
    }

    private static Run check(Path config, String... more) {
        String[] args = new String[3 + more.length];
        args[0] = "check";
        args[1] = "--config";
        args[2] = config.toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return run(args);
    }

    private static Run run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = GatewayApp.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
