/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.Secret;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway section of the configuration file. */
class GatewaySettingsTest {
    private static final String TOKEN = "gateway-token-71kd92bq";
    private static final String ADMIN_TOKEN = "admin-token-83jw61xs";
    private static final String REDIS_URL = "redis://:s3cr3t-pass@10.0.0.7:6379/2";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "TRIUNE_TOKEN", TOKEN,
            "TRIUNE_ADMIN", ADMIN_TOKEN,
            "REDIS_URL", REDIS_URL,
            "WORD", "letmein");
    private static final String FULL = """
            gateway:
              bind: 0.0.0.0
              port: 9000
              token: ${TRIUNE_TOKEN}
              admin-token: ${TRIUNE_ADMIN}
              hosts: [LLM.example.com, "10.0.0.5:9000"]
              body: 2048
              streams: 64
              connections-per-address: 32
              idle: 5s
              patience: 1m
              stall: 2s
              buffer: 4096
              buffers: 65536
              drain: 1m
              redis: ${REDIS_URL}
              credits: {capacity: 50, per-second: 5}
              show-prompts: true
              extra-body: true
              unknown-fields: refuse
              keys: /var/lib/triune/keys.json
              quotas: {game-a: {remaining: 2.50, window: week, model: gpt-6-luna}, game-b: {remaining: 0}}
              default-quota: {remaining: 5}
              access-log: /var/log/triune.jsonl
              state: /var/lib/triune/quotas.json
            """;
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(gateway\\.[^|]+)` \\|");
    private static final Pattern UNKNOWN_KEY =
            Pattern.compile("(?m): (\\S*)0: unknown key \\(expected one of (.*)\\)$");

    private static GatewaySettings with(String line) {
        return read("providers: {groq: {}}\ngateway:\n  " + line + "\n");
    }

    private static GatewaySettings read(String yaml) {
        ConfigSection file = ConfigSection.parse(
                "llm.yaml", yaml, name -> Optional.ofNullable(ENVIRONMENT.get(name)));
        GatewaySettings settings = GatewaySettings.read(file.section("gateway"));
        file.throwIfInvalid();
        return settings;
    }

    @Test
    void missingSectionUsesTheDefaults() {
        GatewaySettings usual = read("providers: {groq: {}}\n");
        assertThat(usual).isEqualTo(GatewaySettings.DEFAULT);
        assertThat(usual.bind()).isEqualTo("127.0.0.1");
        assertThat(usual.port()).isEqualTo(8766);
        assertThat(usual.clients().maxBodyBytes()).isEqualTo(1_048_576);
        assertThat(usual.clients().maxStreams()).isEqualTo(2048);
        assertThat(usual.clients().maxConnectionsPerAddress()).isEqualTo(2048);
        assertThat(usual.clients().maxBuffersBytes()).isEqualTo(33_554_432);
        assertThat(usual.clients().requestTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(usual.clients().patience()).isEqualTo(Duration.ofSeconds(30));
        assertThat(usual.clients().writeTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(usual.clients().maxBufferBytes()).isEqualTo(262_144);
        assertThat(usual.shutdownTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(usual.batches().maxCredits()).isEqualTo(100);
        assertThat(usual.batches().creditsPerSecond()).isEqualTo(10);
        assertThat(usual.fields().extraBody()).isFalse();
        assertThat(usual.fields().unknownFields()).isEqualTo(UnknownFields.DROP);
        assertThat(with("port: 0")).isNotEqualTo(usual).extracting("port").isEqualTo(0);
    }

    @Test
    void readsEveryKey() {
        GatewaySettings read = read(FULL);
        assertThat(read.bind()).isEqualTo("0.0.0.0");
        assertThat(read.port()).isEqualTo(9000);
        assertThat(read.access().token()).contains(Secret.of(TOKEN));
        assertThat(read.access().adminToken()).contains(Secret.of(ADMIN_TOKEN));
        assertThat(read.access().hosts()).containsExactly("llm.example.com", "10.0.0.5:9000");
        assertThat(read.clients().maxBodyBytes()).isEqualTo(2048);
        assertThat(read.clients().maxStreams()).isEqualTo(64);
        assertThat(read.clients().requestTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(read.clients().patience()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.clients().writeTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(read.clients().maxBufferBytes()).isEqualTo(4096);
        assertThat(read.shutdownTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.redis()).contains(Secret.of(REDIS_URL));
        assertThat(read.batches().maxCredits()).isEqualTo(50);
        assertThat(read.batches().creditsPerSecond()).isEqualTo(5);
        assertThat(read.showPrompts()).isTrue();
        assertThat(read.fields().extraBody()).isTrue();
        assertThat(read.access().keysFile()).contains(Path.of("/var/lib/triune/keys.json"));
        assertThat(read.fields().unknownFields()).isEqualTo(UnknownFields.REFUSE);
        assertThat(read.quotas().bySession())
                .isEqualTo(Map.of(
                        "game-a",
                        new InitialQuota(new BigDecimal("2.50"), "week", "gpt-6-luna"),
                        "game-b",
                        new InitialQuota(BigDecimal.ZERO, "day", "")));
        assertThat(read.quotas().defaultQuota())
                .contains(new InitialQuota(new BigDecimal("5"), "day", ""));
        assertThat(read.accessLog()).contains(Path.of("/var/log/triune.jsonl"));
        assertThat(read.clients().maxConnectionsPerAddress()).isEqualTo(32);
        assertThat(read.clients().maxBuffersBytes()).isEqualTo(65_536);
        assertThat(read.quotas().stateFile()).contains(Path.of("/var/lib/triune/quotas.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://localhost:6379/0", "rediss://cache.example.com"})
    void redisUrlWithoutAPasswordMayBeInTheFile(String url) {
        assertThat(with("redis: " + url).redis()).contains(Secret.of(url));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port: 65536 | port: \"65536\" is out of range (expected 0 to 65535)",
                "bind: a b | bind: \"a b\" is not an address to listen at (expected one such as"
                        + " 127.0.0.1 or 0.0.0.0)",
                "token: letmein-letmein-x | token: a key in the file (expected a reference to an"
                        + " environment variable, as in ${API_KEY})",
                "token: ${WORD} | token: a token of 7 characters (expected 16 or more)",
                "admin-token: ${NONE} | admin-token: environment variable NONE is not set (set it,"
                        + " or remove the key)",
                "hosts: [a/b] | hosts[0]: \"a/b\" is not a host (expected one such as"
                        + " api.example.com or localhost:8080)",
                "body: 1023 | body: \"1023\" is out of range (expected 1024 to 67108864)",
                "streams: 10001 | streams: \"10001\" is out of range (expected 1 to 10000)",
                "connections-per-address: 0 | connections-per-address: \"0\" is out of range (expected"
                        + " 1 to 10000)",
                "buffers: 1 | buffers: \"1\" is out of range (expected 1024 to 1073741824)",
                "access-log: [a] | access-log: a list (expected a text)",
                "stall: 3 | stall: \"3\" has no unit (expected a duration such as 250ms, 5s, 2m or"
                        + " 1h)",
                "patience: 25h | patience: \"25h\" is out of range (expected more than 0, at most 24h)",
                "drain: 25h | drain: \"25h\" is out of range (expected more than 0, at most 24h)",
                "redis: redis://:hunter2@host:6379/0 | redis: holds a user name or a password"
                        + " (expected a reference to an environment variable, as in ${REDIS_URL})",
                "redis: http://host | redis: not the address of a Redis (expected one such as"
                        + " redis://localhost:6379/0)",
                "redis: ${TRIUNE_TOKEN} | redis: not the address of a Redis (expected one such as"
                        + " redis://localhost:6379/0)",
                "credits: {capacity: 0} | credits.capacity: \"0\" is out of range (expected 1 or"
                        + " more)",
                "show-prompts: 1 | show-prompts: \"1\" is not a switch (expected true or false)",
                "extra-body: pass | extra-body: \"pass\" is not a switch (expected true or false)",
                "unknown-fields: keep | unknown-fields: \"keep\" is not one of the words (expected"
                        + " pass or drop or refuse)",
                "quotas: {a: {window: day}} | quotas.a: has no remaining (expected an amount in"
                        + " USD, as in 2.50)",
                "quotas: {a: {remaining: -1}} | quotas.a.remaining: \"-1\" is out of range"
                        + " (expected 0 or more)",
                "quotas: {a: 1} | quotas.a: not a mapping (expected keys and values below it)",
                "default-quota: {} | default-quota: has no remaining (expected an amount in USD, as in"
                        + " 2.50)",
                "keys: [a] | keys: a list (expected a text)",
                "state: [a] | state: a list (expected a text)",
                "prot: 1 | prot: unknown key (did you mean port?)"
            })
    void invalidSettingIsReportedWithItsLine(String line, String problem) {
        assertThatThrownBy(() -> with(line))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:3: gateway." + problem);
    }

    @Test
    void rejectsEqualTokenAndAdminToken() {
        assertThatThrownBy(() -> with("{token: ${TRIUNE_TOKEN}, admin-token: ${TRIUNE_TOKEN}}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("token and admin-token are the same (expected two)");
    }

    /** Uses an unknown key in every section; the error lists the known keys. */
    @Test
    void documentListsExactlyTheKnownKeys() throws Exception {
        ConfigException e = catchThrowableOfType(
                ConfigException.class,
                () -> with("{0: 1, credits: {0: 1}, quotas: {a: {0: 1, remaining: 1}},"
                        + " default-quota: {0: 1, remaining: 1}}"));
        Set<String> known = UNKNOWN_KEY
                .matcher(String.valueOf(e.getMessage()))
                .results()
                .flatMap(match -> Stream.of(match.group(2).split(", "))
                        .map(key -> match.group(1).replace(".a.", ".*.") + key))
                .filter(path -> !path.matches("gateway\\.(credits|quotas|default-quota)"))
                .collect(Collectors.toSet());

        assertThat(DOCUMENTED
                        .matcher(Files.readString(Path.of("../../docs/configuration.md")))
                        .results()
                        .flatMap(match -> Stream.of(match.group(1).split("`, `", -1))))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void toStringHidesSecrets() {
        assertThat(read(FULL).toString()).doesNotContain(TOKEN, ADMIN_TOKEN, "s3cr3t");
    }
}
