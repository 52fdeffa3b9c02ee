/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ConfigException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid connection settings, each with its full error message. */
class InvalidConnectionTest {
    private static final String BELOW = " (expected keys and values below it)";
    private static final String REFERENCE =
            " (expected a reference to an environment variable, as in ${API_KEY})";
    private static final String FAMILY =
            " (expected openai or anthropic or ollama or gateway or local or" + " llama-server)";
    private static final String STRUCTURED = " (expected schema or schema-whole or json or none)";
    private static final String SERVERS = " (expected openai or groq or cerebras or gemini or"
            + " openrouter or vllm or llama.cpp or other)";
    private static final String PROXY =
            " (expected http or socks, a host and a port, as in http://127.0.0.1:3128)";
    private static final String PROXY_PASSWORD =
            "proxy URL with a user name or a password (expected host and port; they go into the proxy's authorization)";
    private static final String OLLAMA_V1 =
            " is where Ollama speaks OpenAI's protocol (leave out /v1, or use family openai)";
    private static final String NO_MODEL =
            ": has no model (expected model and a name, or default-model at the top)";
    private static final String DURATION = " (expected a duration such as 250ms, 5s, 2m or 1h)";

    static Stream<Arguments> rejectsInvalidConnectionSetting() {
        return Stream.of(
                wrong("gap-timeout: 0s", "gap-timeout: gapTimeout PT0S (expected 1 ms to 1 day)"),
                wrong(
                        "connect-timeout: 25h",
                        "connect-timeout: connectTimeout PT25H (expected 1 ms to 1 day)"),
                wrong(
                        "connect-timeout: 5 s",
                        "connect-timeout: \"5 s\" is not a duration" + DURATION),
                wrong("family: Ollama", "family: \"Ollama\" is not a family" + FAMILY),
                wrong("family: [ollama]", "family: a list" + FAMILY),
                wrong("family:", "family: has no value" + FAMILY),
                wrong(
                        "structured: xml",
                        "structured: \"xml\" is not a kind of structured output" + STRUCTURED),
                wrong(
                        "structured: true",
                        "structured: \"true\" is not a kind of structured output" + STRUCTURED),
                wrong("structured: {}", "structured: a mapping" + STRUCTURED),
                wrong("structured:", "structured: has no value" + STRUCTURED),
                wrong(
                        "first-byte-timeout: 0s",
                        "first-byte-timeout: firstByteTimeout PT0S (expected 1 ms to 1 day)"),
                wrong(
                        "first-byte-timeout: soon",
                        "first-byte-timeout: \"soon\" is not a duration" + DURATION),
                wrong("answer-timeout: 60", "answer-timeout: \"60\" has no unit" + DURATION),
                wrong(
                        "answer-timeout: never",
                        "answer-timeout: \"never\" is not a duration" + DURATION),
                wrong(
                        "answer-timeout: 0s",
                        "answer-timeout: answerTimeout PT0S (expected 1 ms to 1 day)"),
                wrong(
                        "answer-timeout: 25h",
                        "answer-timeout: answerTimeout PT25H (expected 1 ms to 1 day)"),
                wrong("answer-timeout: [1s]", "answer-timeout: a list" + DURATION),
                wrong("answer-timeout:", "answer-timeout: has no value" + DURATION),
                wrong("proxy: localhost", "proxy: proxy \"localhost\"" + PROXY),
                wrong("proxy: localhost:3128", "proxy: proxy \"localhost:3128\"" + PROXY),
                wrong("proxy: http://localhost", "proxy: proxy \"http://localhost\"" + PROXY),
                wrong("proxy: http://localhost:0", "proxy: proxy \"http://localhost:0\"" + PROXY),
                wrong(
                        "proxy: http://localhost:65536",
                        "proxy: proxy \"http://localhost:65536\"" + PROXY),
                wrong(
                        "proxy: https://localhost:3128",
                        "proxy: proxy \"https://localhost:3128\"" + PROXY),
                wrong("proxy: http://localhost:3128/hush", "proxy: proxy URL" + PROXY),
                wrong("proxy: http://localhost:3128?key=hush", "proxy: proxy URL" + PROXY),
                wrong("proxy: localhost:3128:me:hush", "proxy: proxy URL" + PROXY),
                wrong("proxy: http://me:hush@localhost:3128", "proxy: " + PROXY_PASSWORD),
                wrong("proxy: me:hush@localhost:3128", "proxy: " + PROXY_PASSWORD),
                wrong(
                        "proxy: ${TOKEN}",
                        "proxy: a reference (expected the value itself: references are read "
                                + "in key, keys, headers, proxy-authorization and the gateway's"
                                + " secrets only)"),
                wrong("proxy: [a]", "proxy: a list (expected a text)"),
                wrong("proxy:", "proxy: has no value (expected a text)"),
                wrong(
                        "proxy-authorization: \"Basic ${TOKEN}\"",
                        "proxy-authorization: proxyAuthorization without a proxy (set the proxy first)"),
                wrong(
                        "url: localhost:8080",
                        "url: base URL \"localhost:8080\" (expected http or https and a host, as in http://localhost:8080/v1)"),
                wrong(
                        "url: ftp://example.com",
                        "url: base URL \"ftp://example.com\" (expected http or https and a host, as in http://localhost:8080/v1)"),
                wrong(
                        "url: http://me:hush@example.com",
                        "url: base URL for example.com holds a user name or a password (use header or apiKey instead)"),
                wrong(
                        "url: http://example.com/v1?key=hush",
                        "url: base URL for example.com holds a query or a fragment (expected a path at most; a key goes into header or apiKey)"),
                wrong(
                        "url: ${TOKEN}",
                        "url: a reference (expected the value itself: references are read "
                                + "in key, keys, headers, proxy-authorization and the gateway's"
                                + " secrets only)"),
                wrong("key: hush", "key: a key in the file" + REFERENCE),
                wrong("key: $TOKEN", "key: a key in the file" + REFERENCE),
                wrong("key: x${TOKEN}", "key: a key in the file" + REFERENCE),
                wrong("key: ${TO KEN}", "key: a key in the file" + REFERENCE),
                wrong("key: [hush]", "key: a list" + REFERENCE),
                wrong("key: ", "key: has no value" + REFERENCE),
                wrong(
                        "key: ${NONE}",
                        "key: environment variable NONE is not set (set it, or remove the "
                                + "provider)"),
                wrong(
                        "key: ${EMPTY}",
                        "key: environment variable EMPTY is not set (set it, or remove the "
                                + "provider)"),
                wrong(
                        "key: ${BROKEN}",
                        "key: API key of 14 characters (expected printable ASCII; was a line break copied with it?)"),
                wrong("keys: ${TOKEN}", "keys: a single value (expected a list, as in [a, b])"),
                wrong("keys: [hush]", "keys[0]: a key in the file" + REFERENCE),
                wrong(
                        "keys: [${TOKEN}, ${NONE}]",
                        "keys[1]: environment variable NONE is not set (set it, or remove "
                                + "the provider)"),
                wrong(
                        "keys: [${TOKEN}, ${TOKEN}]",
                        "keys[1]: the same key as one before it (remove it)"),
                wrong(
                        "headers: {Authorization: hush}",
                        "headers.Authorization: a key in the file" + REFERENCE),
                wrong(
                        "headers: {X-Api-Key: hush}",
                        "headers.X-Api-Key: a key in the file" + REFERENCE),
                wrong(
                        "headers: {X-Title: \"${NONE}\"}",
                        "headers.X-Title: environment variable NONE is not set (set it, or "
                                + "remove the provider)"),
                wrong(
                        "headers: {X-Title: \"${NO NE}\"}",
                        "headers.X-Title: a reference that is not one" + REFERENCE),
                wrong(
                        "headers: {X-Title: café}",
                        "headers.X-Title: header \"X-Title\" with 4 characters (expected printable ASCII, no spaces or colons in the name)"),
                wrong(
                        "headers: {X Title: a}",
                        "headers: header \"X\" with 0 characters (expected printable ASCII, no spaces or colons in the name)"),
                wrong("headers: [a]", "headers: not a mapping" + BELOW),
                wrong("server: vLLM", "server: \"vLLM\" is not a server" + SERVERS),
                wrong("server: [vllm]", "server: a list" + SERVERS),
                wrong(
                        "send-priority: 1",
                        "send-priority: \"1\" is not a switch (expected true or false)"),
                wrong("keep-alive: 30", "keep-alive: \"30\" has no unit" + DURATION),
                wrong(
                        "keep-alive: 9999h",
                        "keep-alive: keep-alive PT9999H (expected 0 to 365 days)"),
                wrong(
                        "min-context: 999999",
                        "min-context: min-context 999999 (expected 512 to 262144, or 0 for the server's own)"),
                wrong(
                        "ca: none.pem",
                        "ca: CA file \"none.pem\" cannot be read (expected certificates in PEM)"),
                wrong(
                        "ca: pom.xml",
                        "ca: CA file \"pom.xml\" has no valid certificate (expected certificates"
                                + " in PEM)"),
                wrong("ca: [a]", "ca: a list (expected a text)"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rejectsInvalidConnectionSetting(String line, String problem) {
        String yaml = "providers:\n  groq:\n    " + line + "\n";

        assertThatThrownBy(() -> Samples.read(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:3: providers.groq." + problem);
    }

    static Stream<Arguments> rejectsInvalidCombinationOfSettings() {
        return Stream.of(
                wrong(
                        "providers:\n  ollama:\n    permits: 2\n    url: http://me:11434/v1",
                        ":4: providers.ollama.url: base URL \"http://me:11434/v1\"" + OLLAMA_V1),
                wrong(
                        "providers:\n  box: {family: ollama, model: m,\n    url: http://a/b/v1/}",
                        ":3: providers.box.url: base URL \"http://a/b/v1/\"" + OLLAMA_V1),
                wrong(
                        "providers:\n  ollama: {url: http://a/v1, family: olama}",
                        ":2: providers.ollama.family: \"olama\" is not a family" + FAMILY),
                wrong(
                        "providers:\n  claude: {family: antropic, model: m}",
                        ":2: providers.claude.family: \"antropic\" is not a family" + FAMILY),
                wrong(
                        "providers:\n  groq: {family: anthropic}",
                        ":2: providers.groq: has no url (expected one such as url: "
                                + "https://api.anthropic.com)"),
                wrong(
                        "providers:\n  openai: {family: ollama}",
                        ":2: providers.openai: has no url (expected one such as url: "
                                + "http://localhost:11434)"),
                wrong(
                        "providers:\n  groq: {send-priority: true}",
                        ":2: providers.groq.send-priority: send-priority with server not set (expected server vllm)"),
                wrong(
                        "providers:\n  groq: {keep-alive: 5m}",
                        ":2: providers.groq: keep-alive with family openai (expected family"
                                + " ollama)"),
                wrong(
                        "providers:\n  groq: {min-context: 4096}",
                        ":2: providers.groq: min-context with family openai (expected family"
                                + " ollama)"),
                wrong(
                        "providers:\n  ollama: {min-context: 100, model: m}",
                        ":2: providers.ollama.min-context: min-context 100 (expected 512 to 262144, or 0 for the server's own)"),
                wrong(
                        "providers:\n  ollama: {server: vllm, model: m}",
                        ":2: providers.ollama: server vllm with family ollama (expected family"
                                + " openai, or no server)"),
                wrong(
                        "providers:\n  shared: {family: gateway, server: vllm, model: m}",
                        ":2: providers.shared: settings of a server with family gateway (put"
                                + " them into the gateway's own file)"),
                wrong("providers:\n  openrouter: {}", ":2: providers.openrouter" + NO_MODEL),
                wrong("providers:\n  gemini: {}", ":2: providers.gemini" + NO_MODEL),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: hush"),
                        ":4: providers.groq.proxy-authorization: a key in the file" + REFERENCE),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: Basic hush"),
                        ":4: providers.groq.proxy-authorization: a key in the file" + REFERENCE),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: ${NONE}"),
                        ":4: providers.groq.proxy-authorization: environment variable NONE is "
                                + "not set (set it, or remove the provider)"),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: \"${NO NE}\""),
                        ":4: providers.groq.proxy-authorization: a reference that is not one"
                                + REFERENCE),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: \"é ${TOKEN}\""),
                        ":4: providers.groq.proxy-authorization: header \"Proxy-Authorization\" with 20 characters (expected printable ASCII, no spaces or colons in the name)"),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization: [hush]"),
                        ":4: providers.groq.proxy-authorization: a list" + REFERENCE),
                wrong(
                        below("proxy: http://a:1", "proxy-authorization:"),
                        ":4: providers.groq.proxy-authorization: has no value" + REFERENCE),
                wrong(
                        below("proxy: socks://a:1", "proxy-authorization: ${TOKEN}"),
                        ":4: providers.groq.proxy-authorization: authorization for a socks proxy, which is not sent one (expected an http proxy)"),
                wrong(
                        below("proxy: a", "proxy-authorization: ${TOKEN}"),
                        ":3: providers.groq.proxy: proxy \"a\"" + PROXY),
                wrong(
                        "providers:\n  local: {model: a}",
                        ":2: providers.local: has no url (expected one such as url: "
                                + "http://localhost:8080/v1)"));
    }

    @ParameterizedTest
    @MethodSource
    void rejectsInvalidCombinationOfSettings(String yaml, String problem) {
        assertThatThrownBy(() -> Samples.read(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml" + problem);
    }

    /** Two settings of groq, on lines 3 and 4 of the file. */
    private static String below(String third, String fourth) {
        return "providers:\n  groq:\n    " + third + "\n    " + fourth;
    }

    private static Arguments wrong(String yaml, String problem) {
        return Arguments.of(yaml, problem);
    }
}
