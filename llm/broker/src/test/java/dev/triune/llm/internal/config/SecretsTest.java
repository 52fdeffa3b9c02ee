/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.ConfigException;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Secret;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No text shows a key, whether from the environment or written into the file. */
class SecretsTest {
    private static final String LITERAL = "sk-proj-4f9aQ81mmZb7";
    private static final String LONG_LITERAL =
            "gsk_abcDEF0123456789abcDEF0123456789abcDEF0123456789abcd";

    /** No part of a key is shown except the prefix that all keys of its kind share. */
    static void assertHidesAllKeys(Throwable thrown) {
        StringWriter all = new StringWriter();
        thrown.printStackTrace(new PrintWriter(all));
        assertThat(all.toString())
                .doesNotContain(Samples.ENVIRONMENT.values().stream()
                        .map(String::strip)
                        .filter(value -> !value.isEmpty())
                        .toArray(String[]::new))
                .doesNotContain(LITERAL, LONG_LITERAL.substring(0, 12));
    }

    @Test
    void toStringOfASecretIsThreeStars() {
        assertThat(Secret.of(LITERAL)).hasToString("***");
        assertThat(Secret.of(LITERAL).reveal()).isEqualTo(LITERAL);
        assertThat(Secret.of(LITERAL))
                .isEqualTo(Secret.of(LITERAL))
                .hasSameHashCodeAs(Secret.of(LITERAL))
                .isNotEqualTo(Secret.of("other"));
    }

    @Test
    void noConfigurationRecordShowsAKey() throws Exception {
        List<Object> values = new ArrayList<>();
        collect(Samples.read(Samples.FULL), values);
        collect(Samples.read(Samples.SHORT), values);

        assertThat(values).anyMatch(ConnectionSettings.class::isInstance);
        assertThat(values)
                .filteredOn(Secret.class::isInstance)
                .extracting(value -> ((Secret) value).reveal())
                .contains(Samples.GROQ_KEY, Samples.FIRST_KEY, Samples.SECOND_KEY)
                .contains("Basic " + Samples.PROXY_TOKEN);
        for (Object value : values) {
            assertThat(value.toString()).doesNotContain(environmentKeys());
        }
    }

    private static String[] environmentKeys() {
        return Samples.ENVIRONMENT.values().stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toArray(String[]::new);
    }

    private static void collect(@Nullable Object value, List<Object> all) throws Exception {
        if (value == null) {
            return;
        }
        all.add(value);
        if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                if (value.getClass().getName().startsWith("dev.triune.llm")) {
                    collect(component.getAccessor().invoke(value), all);
                }
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Object each : map.values()) {
                collect(each, all);
            }
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                collect(each, all);
            }
        } else if (value instanceof Optional<?> some && some.isPresent()) {
            collect(some.get(), all);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key: KEY",
                "key: 'KEY'",
                "key: \"KEY",
                "key: KEY: x",
                "key: [KEY]",
                "key: {KEY: a}",
                "key: |\n      KEY",
                "key: &KEY a",
                "key: *KEY",
                "key: !KEY a",
                "key: !KEY!b a",
                "key: x${GROQ_API_KEY}KEY",
                "key: ${KEY-}",
                "key: ${KEY",
                "key: @KEY",
                "key: %KEY",
                "key:KEY",
                "key KEY",
                "{key:KEY}",
                "{key KEY}",
                "keys: KEY",
                "keys: [KEY, KEY]",
                "keys: [{KEY: KEY}]",
                "keys: {a: KEY}",
                "api-key: KEY",
                "apikey: KEY",
                "headers: KEY",
                "headers: [KEY]",
                "headers: {Authorization: KEY}",
                "headers: {Authorization: Bearer KEY}",
                "headers: {Authorization KEY}",
                "headers: {Authorization: {KEY: KEY}}",
                "headers: {X-Title: 'KEYé'}",
                "headers: {X-Title: '${KEY-}'}",
                "url: https://KEY@example.com/v1",
                "url: https://:KEY@exa mple.com/v1",
                "url: https://example.com/v1?key=KEY",
                "url: ${KEY-}",
                "proxy: http://me:KEY@localhost:3128",
                "proxy: me:KEY@localhost:3128",
                "proxy: localhost:3128:me:KEY",
                "proxy: http://localhost:3128/KEY",
                "proxy: http://localhost:3128?key=KEY",
                "proxy: ${KEY-}",
                "proxy-authorization: KEY",
                "proxy-authorization: Basic KEY",
                "proxy-authorization: ${KEY-}",
                "proxy-authorization: [KEY]",
                "proxy-authorization: {KEY: KEY}",
                "proxy-authorization: '${TOKEN} KEYé'",
                "proxy-authorization: 'KEY ${TOKEN}'",
                "proxy-authorization: ${PROXY_TOKEN}",
                "proxy: socks://localhost:1\n    proxy-authorization: ${PROXY_TOKEN}",
                "proxy: nowhere\n    proxy-authorization: ${PROXY_TOKEN}",
            })
    void errorDoesNotRepeatAKeyFromTheFile(String line) {
        for (String key : List.of(LITERAL, LONG_LITERAL)) {
            String yaml = "providers:\n  groq:\n    " + line.replace("KEY", key) + "\n";

            ConfigException e =
                    catchThrowableOfType(ConfigException.class, () -> Samples.read(yaml));

            assertThat(e).as(yaml).isNotNull().hasNoCause();
            assertHidesAllKeys(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rpm: KEY", "family: KEY", "url: KEY", "structured: KEY", "KEY: 1", "{KEY}"})
    void errorTruncatesALongMisplacedKey(String line) {
        String yaml = "providers:\n  groq:\n    " + line.replace("KEY", LONG_LITERAL) + "\n";

        ConfigException e = catchThrowableOfType(ConfigException.class, () -> Samples.read(yaml));

        assertThat(e).isNotNull().hasMessageContaining("gsk_ab…");
        assertHidesAllKeys(e);
    }

    @Test
    void laterErrorsHideKeysAlreadyRead() {
        String yaml = Samples.FULL.replace("rpm: 90", "rpm: ninety") + "nonsense: 1\n";

        ConfigException e = catchThrowableOfType(ConfigException.class, () -> Samples.read(yaml));

        assertThat(e).isNotNull();
        assertHidesAllKeys(e);
    }

    @Test
    void errorForARejectedEndpointHidesItsKey() {
        EndpointAllowlist endpoints =
                new EndpointAllowlist(List.of(), BrokerFactory.httpOpener(HttpTransport.OKHTTP));
        Endpoint endpoint = Endpoint.of("https://other.example/v1", "m").withKey(LITERAL);

        assertThatThrownBy(() -> endpoints.apply(endpoint))
                .satisfies(SecretsTest::assertHidesAllKeys);
    }
}
