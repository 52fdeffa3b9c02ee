/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ConfigException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid configuration files, each with its full error message. */
class InvalidFileTest {
    private static final String OK = "providers: {groq: {}}\n";
    private static final String BELOW = " (expected keys and values below it)";
    private static final String NO_MODEL =
            ": has no model (expected model and a name, or default-model at the top)";
    private static final String NO_RESERVE =
            " is not a reserve (expected auto, off or a share, as in 0.05)";
    private static final String DURATION = " (expected a duration such as 250ms, 5s, 2m or 1h)";

    static Stream<Arguments> rejectsInvalidProviderSetting() {
        return Stream.of(
                wrong(
                        "rpm: thirty",
                        "rpm: \"thirty\" is not a whole number (expected digits, as in 60)"),
                wrong("rpm: 1.5", "rpm: \"1.5\" is not a whole number (expected digits, as in 60)"),
                wrong("rpm: -1", "rpm: requests per minute -1 (expected 0 for no limit, or more)"),
                wrong("rpd: -3", "rpd: requests per day -3 (expected 0 for no limit, or more)"),
                wrong(
                        "tpm: 99999999999",
                        "tpm: \"99999999999\" is out of range (expected at most 2147483647)"),
                wrong("tpm: 1e3", "tpm: \"1e3\" is not a whole number (expected digits, as in 60)"),
                wrong(
                        "itpm: -1",
                        "itpm: input tokens per minute -1 (expected 0 for no limit, or more)"),
                wrong(
                        "otpm: few",
                        "otpm: \"few\" is not a whole number (expected digits, as in 60)"),
                wrong("tpd: -1", "tpd: tokens per day -1 (expected 0 for no limit, or more)"),
                wrong(
                        "counts-cached-reads: maybe",
                        "counts-cached-reads: \"maybe\" is not a switch (expected true or false)"),
                wrong("rps: [1]", "rps: a list (expected a whole number)"),
                wrong("burst: {a: 1}", "burst: a mapping (expected a whole number)"),
                wrong("burst:", "burst: has no value (expected a whole number)"),
                wrong("permits: 10001", "permits: permits 10001 (expected 1 to 10000)"),
                wrong("queue: 10001", "queue: queue limit 10001 (expected 1 to 10000)"),
                wrong("adaptive: -1", "adaptive: adaptive permits -1 (expected 0 to 10000)"),
                wrong(
                        "limits-per-model: 1",
                        "limits-per-model: \"1\" is not a switch (expected true or false)"),
                wrong("longest-wait: 5", "longest-wait: \"5\" has no unit" + DURATION),
                wrong("longest-wait: soon", "longest-wait: \"soon\" is not a duration" + DURATION),
                wrong("longest-wait: 1.5s", "longest-wait: \"1.5s\" is not a duration" + DURATION),
                wrong("reserve: 0.6", "reserve: reserve 0.6 (expected 0 to 0.5)"),
                wrong("reserve: 5%", "reserve: \"5%\"" + NO_RESERVE),
                wrong("reserve: on", "reserve: \"on\"" + NO_RESERVE),
                wrong("rpmm: 3", "rpmm: unknown key (did you mean rpm?)"),
                wrong("proxi: a", "proxi: unknown key (did you mean proxy?)"),
                wrong("structure: json", "structure: unknown key (did you mean structured?)"),
                wrong(
                        "batching: {size: 3}",
                        "batching.size: unknown key (expected one of most, credits, per-second)"),
                wrong(
                        "batching: {most: 0}",
                        "batching.most: requests per batch 0 (expected 1 or more)"),
                wrong(
                        "fallback: cerebras",
                        "fallback: a single value (expected a list, as in [a, b])"),
                wrong(
                        "fallback: [grok]",
                        "fallback[0]: \"grok\" is not a configured provider (did you mean groq?)"),
                wrong("fallback: [[groq]]", "fallback[0]: a list (expected a text)"),
                wrong(
                        "reasoning: none",
                        "reasoning: \"none\" is not a level of reasoning (expected off or low or"
                                + " medium or high)"),
                wrong("top-p: 1.5", "top-p: topP 1.5 (expected more than 0, at most 1)"),
                wrong("top-p: a", "top-p: \"a\" is not a number (expected 0 or more, as in 0.15)"),
                wrong("seed: -1", "seed: seed -1 (expected 0 or more)"),
                wrong("stop: [[a]]", "stop[0]: a list (expected a text)"),
                wrong(
                        "stop: [\"\"]",
                        "stop: stop sequences [] (expected at most 4, none of them empty)"),
                wrong("stop: a", "stop: a single value (expected a list, as in [a, b])"),
                wrong(
                        "stop: [a, b, c, d, e]",
                        "stop: stop sequences [a, b, c, d, e] (expected at most 4, none of them"
                                + " empty)"),
                wrong("extra-body: 1", "extra-body: not a mapping" + BELOW),
                wrong("extra-body: {top_k: }", "extra-body.top_k: has no value (expected a value)"),
                wrong(
                        "extra-body: {model: a}",
                        "extra-body: extra body field \"model\" (expected a field that the request"
                                + " does not set itself)"),
                wrong(
                        "counts-max-tokens: 1",
                        "counts-max-tokens: \"1\" is not a switch (expected true or false)"),
                wrong(
                        "model-fallback: a",
                        "model-fallback: a single value (expected a list, as in [a, b])"),
                wrong(
                        "batching: {credits: none}",
                        "batching.credits: \"none\" is not a whole number (expected digits, as in 60)"),
                wrong(
                        "batching: {per-second: 0}",
                        "batching.per-second: credits per second 0 (expected 1 or more)"),
                wrong("pool: [a]", "pool: a list (expected a text)"),
                wrong("models: [a, ~]", "models[1]: has no value (expected a text)"),
                wrong("model: {a: b}", "model: a mapping (expected a text)"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rejectsInvalidProviderSetting(String line, String problem) {
        String yaml = "providers:\n  groq:\n    " + line + "\n";

        assertThatThrownBy(() -> Samples.read(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:3: providers.groq." + problem);
    }

    static Stream<Arguments> rejectsInvalidFile() {
        return Stream.of(
                wrong("", ":1: empty (expected providers: and at least one below it)"),
                wrong("# nothing\n", ":1: empty (expected providers: and at least one below it)"),
                wrong("groq", ":1: not a mapping" + BELOW),
                wrong("[a]", ":1: not a mapping" + BELOW),
                wrong("queue: {}", ":1: providers: is missing (expected at least one provider)"),
                wrong("provider: {}", ":1: provider: unknown key (did you mean providers?)"),
                wrong("providers:", ":1: providers: has no value" + BELOW),
                wrong("providers: {}", ":1: providers: 0 providers (expected 1 to 100)"),
                wrong("providers: {groq: fast}", ":1: providers.groq: not a mapping" + BELOW),
                wrong(
                        "providers:\n  'a b': {}",
                        ":2: providers.a b: not a name for a provider (expected letters, "
                                + "digits, dots, hyphens and underscores, 64 at most)"),
                wrong("providers:\n  local: {url: http://a/v1}", ":2: providers.local" + NO_MODEL),
                wrong(
                        "providers:\n  groq:\n    key: ${TOKEN}\n    keys: [${TOKEN}]",
                        ":4: providers.groq.keys: says the same as key (remove one of them)"),
                wrong(
                        "providers:\n  groq: {}\n  groq: {}",
                        ":3: providers.groq: is there twice (remove one of the two)"),
                wrong(
                        "providers:\n  groq:\n    rpm: 3\n    rpm: 4",
                        ":4: providers.groq.rpm: is there twice (remove one of the two)"),
                wrong(OK + "provider: {}", ":2: provider: unknown key (did you mean providers?)"),
                wrong(
                        OK + "xyzzy: {}",
                        ":2: xyzzy: unknown key (expected one of default-model, providers, "
                                + "routes, layers, queue, retry, sharing, session, prices, cache, "
                                + "endpoints, gateway)"),
                wrong(
                        OK + "<<: {a: 1}",
                        ":2: …: unknown key (expected one of default-model, providers, "
                                + "routes, layers, queue, retry, sharing, session, prices, cache, "
                                + "endpoints, gateway)"),
                wrong(OK + "default-model: [a]", ":2: default-model: a list (expected a text)"),
                wrong(
                        OK + "routes: {m: {}}",
                        ":2: routes.m: has no provider (expected the name of a configured "
                                + "provider)"),
                wrong(
                        OK + "routes: {m: {provider: cerebras}}",
                        ":2: routes.m.provider: \"cerebras\" is not a configured provider "
                                + "(expected groq)"),
                wrong(
                        OK + "routes: {m: {provider: gorq}}",
                        ":2: routes.m.provider: \"gorq\" is not a configured provider (did "
                                + "you mean groq?)"),
                wrong(OK + "routes: {m: groq}", ":2: routes.m: not a mapping" + BELOW),
                wrong(
                        OK + "queue: {ageing-levels: -1}",
                        ":2: queue.ageing-levels: ageing by -1 levels (expected 0 or more)"),
                wrong(
                        OK + "queue: {ageing: 9000h}",
                        ":2: queue.ageing: ageing every PT9000H (expected more than 0, at most a year)"),
                wrong(
                        OK + "queue: {per-provider: often}",
                        ":2: queue.per-provider: \"often\" is not a switch (expected true or"
                                + " false)"),
                wrong(
                        OK + "retry: {fallback: 1}",
                        ":2: retry.fallback: \"1\" is not a switch (expected true or false)"),
                wrong(
                        OK + "retry: {wait: 1s}",
                        ":2: retry.wait: \"1s\" is not a switch (expected true or false)"),
                wrong(
                        OK + "retry: {rounds: -1}",
                        ":2: retry.rounds: retry rounds -1 (expected 0 to 10000)"),
                wrong(
                        OK + "sharing: {tokens-per-request: 1000001}",
                        ":2: sharing.tokens-per-request: tokens per request 1000001 (expected 0 to 1000000)"),
                wrong(
                        OK + "sharing: {silence: 60}",
                        ":2: sharing.silence: \"60\" has no unit" + DURATION),
                wrong(
                        OK + "sharing: {policy: fair}",
                        ":2: sharing.policy: \"fair\" is not a policy (expected "
                                + "work-conserving or strict)"),
                wrong(
                        OK + "sharing: {weights: {a: 0.0}}",
                        ":2: sharing.weights.a: weight 0.0 of tenant a (expected a millionth to a million)"),
                wrong(
                        OK + "sharing: {weights: {a: -1}}",
                        ":2: sharing.weights.a: weight -1.0 of tenant a (expected a millionth to a million)"),
                wrong(
                        OK + "session: {max-wait: 0s}",
                        ":2: session.max-wait: quota wait PT0S (expected more than 0, at most a year)"),
                wrong(
                        OK + "session: {queue.max_wait_seconds: 30s}",
                        ":2: session.queue.max_wait_seconds: \"30s\" is not a whole number (expected digits, as in 60)"),
                wrong(
                        OK + "session: {call-timeout: long}",
                        ":2: session.call-timeout: \"long\" is not a duration" + DURATION),
                wrong(
                        OK + "session: {tell-remaining: yes}",
                        ":2: session.tell-remaining: \"yes\" is not a switch (expected true or"
                                + " false)"),
                wrong(
                        OK + "session: {safety: 1.1}",
                        ":2: session.safety: safety 1.1 (expected more than 0, at most 1)"),
                wrong(
                        OK + "session: {safety: 0.9, safety_factor: 0.9}",
                        ":2: session.safety_factor: says the same as safety (remove one "
                                + "of them)"),
                wrong(
                        "default-model: a\n" + OK + "session: {default_model: a}",
                        ":3: session.default_model: says the same as default-model "
                                + "(remove one of them)"),
                wrong(
                        OK + "prices: {m: {input: 1}}",
                        ":2: prices.m: has no output (expected USD per million tokens, as "
                                + "in 0.15)"),
                wrong(
                        OK + "prices: {m: {input: 1e9, output: 1}}",
                        ":2: prices.m.input: \"1e9\" is not a number (expected 0 or more, "
                                + "as in 0.15)"),
                wrong(
                        OK + "prices: {m: {input: 1, cache-write: dear, output: 1}}",
                        ":2: prices.m.cache-write: \"dear\" is not a number (expected 0 or more, "
                                + "as in 0.15)"),
                wrong(
                        OK + "cache: {characters: 0}",
                        ":2: cache.characters: cache of 0 characters (expected 1 or more)"),
                wrong(
                        OK + "cache: {age: forever}",
                        ":2: cache.age: \"forever\" is not a duration" + DURATION),
                wrong(
                        OK + "endpoints: {allow: [http://a]}",
                        ":2: endpoints.allow[0]: \"http://a\" is not a host (expected one "
                                + "such as api.example.com or localhost:8080)"),
                wrong("providers:\n\tgroq: {}", ":2: a tab in the indentation (expected spaces)"),
                wrong("providers: \u0007", ":1: a control character (expected text only)"),
                wrong("a: &x 1\nb: *x", ":1: an anchor (expected the value alone)"),
                wrong("a: *x", ":1: an alias (expected the value itself)"),
                wrong("a: !!int 1", ":1: a tag (expected the value alone)"),
                wrong("a: !hush!x 1", ":1: not YAML: a tag that is not declared"),
                wrong(OK + "---\n" + OK, ":2: a second document (expected one)"),
                wrong("? [a]\n: b", ":1: a list or mapping as a key (expected a word)"),
                wrong(
                        "providers: {groq: {}",
                        ":1: not YAML: expected ',' or '}', but got <stream end>"),
                wrong("a: b: c", ":1: not YAML: mapping values are not allowed here"),
                wrong("a: \"b", ":1: not YAML: found unexpected end of stream"),
                wrong("a: " + "[".repeat(21), ":1: nested more than 20 deep"),
                wrong(
                        "#".repeat((1 << 20) + 1),
                        ":1: more than 1 MB (expected a configuration of a few pages)"));
    }

    @ParameterizedTest
    @MethodSource
    void rejectsInvalidFile(String yaml, String problem) {
        assertThatThrownBy(() -> Samples.read(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml" + problem);
    }

    @Test
    void reportsAllProblemsInLineOrder() {
        String yaml = """
                queue: {limit: many}
                providers:
                  groq: {rpm: thirty, key: ${NONE}, fallback: [cerebrus]}
                  local: {}
                prices:
                  m: {input: cheap, output: 1}
                """;

        List<String> problems = problems(yaml);

        assertThat(problems)
                .containsExactly(
                        "llm.yaml:1: queue.limit: \"many\" is not a whole number (expected "
                                + "digits, as in 60)",
                        "llm.yaml:3: providers.groq.key: environment variable NONE is not "
                                + "set (set it, or remove the provider)",
                        "llm.yaml:3: providers.groq.fallback[0]: \"cerebrus\" is not a "
                                + "configured provider (expected one of groq, local)",
                        "llm.yaml:3: providers.groq.rpm: \"thirty\" is not a whole number"
                                + " (expected digits, as in 60)",
                        "llm.yaml:4: providers.local: has no url (expected one such as "
                                + "url: http://localhost:8080/v1)",
                        "llm.yaml:4: providers.local: has no model (expected model and a "
                                + "name, or default-model at the top)",
                        "llm.yaml:6: prices.m.input: \"cheap\" is not a number (expected 0 "
                                + "or more, as in 0.15)");
    }

    @Test
    void reportsOneHundredProblemsAndCountsTheRest() {
        StringBuilder yaml = new StringBuilder(OK);
        for (int i = 0; i < 120; i++) {
            yaml.append("wrong-").append(i).append(": 1\n");
        }

        List<String> problems = problems(yaml.toString());

        assertThat(problems).hasSize(101).last().isEqualTo("llm.yaml: and 20 more");
    }

    @Test
    void rejectsPoolsOfOneServerOrOfDifferentModels() {
        String yaml = """
                providers:
                  a: {url: "http://a:1", model: m, pool: gpu}
                  b: {url: "http://b:1", model: n, pool: gpu}
                  c: {url: "http://c:1", model: m, pool: gpu, models: [n]}
                  d: {url: "http://d:1", model: m, pool: cpu}
                """;

        assertThat(problems(yaml))
                .containsExactly(
                        "llm.yaml:3: providers.b: serves other models than a (expected the same in"
                                + " pool gpu)",
                        "llm.yaml:4: providers.c: serves other models than a (expected the same in"
                                + " pool gpu)",
                        "llm.yaml:5: providers.d: is alone in pool cpu (expected two servers or"
                                + " more)");
    }

    private static List<String> problems(String yaml) {
        try {
            throw new AssertionError("unexpectedly valid: " + Samples.read(yaml));
        } catch (ConfigException e) {
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }

    private static Arguments wrong(String yaml, String problem) {
        return Arguments.of(yaml, problem);
    }
}
