/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ConfigException;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.GatewaySettings.InitialQuota;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway's section of the file. */
class GatewaySettingsTest {
    private static GatewaySettings with(String line) {
        return Samples.read(file(line)).gateway();
    }

    private static String file(String line) {
        return "providers: {groq: {}}\ngateway:\n  " + line + "\n";
    }

    @Test
    void withoutTheSectionEverythingIsUsual() {
        GatewaySettings usual = Samples.read("providers: {groq: {}}\n").gateway();
        assertThat(usual).isEqualTo(GatewaySettings.DEFAULT);
        assertThat(usual.bind()).isEqualTo("127.0.0.1");
        assertThat(usual.port()).isEqualTo(8766);
        assertThat(usual.maxBodyBytes()).isEqualTo(1_048_576);
        assertThat(usual.maxStreams()).isEqualTo(2048);
        assertThat(usual.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(usual.writeTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(usual.maxBufferBytes()).isEqualTo(262_144);
        assertThat(usual.shutdownTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(usual.maxCredits()).isEqualTo(100);
        assertThat(usual.creditsPerSecond()).isEqualTo(10);
        assertThat(with("port: 0")).isNotEqualTo(usual).extracting("port").isEqualTo(0);
    }

    @Test
    void eachKeyIsRead() {
        GatewaySettings read = Samples.read(Samples.FULL).gateway();
        assertThat(read.bind()).isEqualTo("0.0.0.0");
        assertThat(read.port()).isEqualTo(9000);
        assertThat(read.token()).contains(Secret.of(Samples.GATEWAY_TOKEN));
        assertThat(read.adminToken()).contains(Secret.of(Samples.ADMIN_TOKEN));
        assertThat(read.hosts()).containsExactly("llm.example.com", "10.0.0.5:9000");
        assertThat(read.maxBodyBytes()).isEqualTo(2048);
        assertThat(read.maxStreams()).isEqualTo(64);
        assertThat(read.requestTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(read.writeTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(read.maxBufferBytes()).isEqualTo(4096);
        assertThat(read.shutdownTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(read.redis()).contains(Secret.of(Samples.REDIS_URL));
        assertThat(read.maxCredits()).isEqualTo(50);
        assertThat(read.creditsPerSecond()).isEqualTo(5);
        assertThat(read.showPrompts()).isTrue();
        assertThat(read.quotas())
                .isEqualTo(Map.of(
                        "game-a",
                        new InitialQuota(new BigDecimal("2.50"), "week", "gpt-4o-mini"),
                        "game-b",
                        new InitialQuota(BigDecimal.ZERO, "day", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://localhost:6379/0", "rediss://cache.example.com"})
    void aRedisWithoutAPasswordStandsInTheFile(String url) {
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
                "stall: 3 | stall: \"3\" has no unit (expected a duration such as 250ms, 5s, 2m or"
                        + " 1h)",
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
                "quotas: {a: {window: day}} | quotas.a: has no remaining (expected an amount in"
                        + " USD, as in 2.50)",
                "quotas: {a: {remaining: -1}} | quotas.a.remaining: \"-1\" is out of range"
                        + " (expected 0 or more)",
                "quotas: {a: 1} | quotas.a: not a mapping (expected keys and values below it)",
                "prot: 1 | prot: unknown key (did you mean port?)"
            })
    void aMistakeIsToldWithItsLine(String line, String problem) {
        assertThatThrownBy(() -> with(line))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:3: gateway." + problem);
    }

    @Test
    void theTwoTokensAreTwo() {
        assertThatThrownBy(() -> with("{token: ${TRIUNE_TOKEN}, admin-token: ${TRIUNE_TOKEN}}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("token and admin-token are the same (expected two)");
    }
}
