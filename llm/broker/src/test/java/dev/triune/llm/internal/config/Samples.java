/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static java.util.Map.entry;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BuilderOptions;
import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.util.Map;
import java.util.Optional;

/** Files and an environment that tests share. */
public final class Samples {
    static final String GROQ_KEY = "gsk_live_7Qm2xkZ0aB";
    static final String CLAUDE_KEY = "sk-ant-api-83hRw0QeYt";
    static final String FIRST_KEY = "csk-first-91kfhwq8d";
    static final String SECOND_KEY = "csk-second-02mvnzu4c";
    static final String TITLE_TOKEN = "title-token-55aaf1";

    static final String GATEWAY_TOKEN = "gateway-token-71kd92bq";
    static final String ADMIN_TOKEN = "admin-token-83jw61xs";
    static final String REDIS_URL = "redis://:s3cr3t-pass@10.0.0.7:6379/2";
    static final String PROXY_TOKEN = "dHJpdW5lOmh1bnRlcjI";

    public static final Map<String, String> ENVIRONMENT = Map.ofEntries(
            entry("GROQ_API_KEY", GROQ_KEY),
            entry("CEREBRAS_API_KEY", FIRST_KEY),
            entry("ANTHROPIC_API_KEY", CLAUDE_KEY),
            entry("CEREBRAS_KEY_1", FIRST_KEY),
            entry("CEREBRAS_KEY_2", SECOND_KEY),
            entry("TOKEN", TITLE_TOKEN),
            entry("PROXY_TOKEN", PROXY_TOKEN),
            entry("EMPTY", ""),
            entry("BROKEN", "gsk_broken_33\n"),
            entry("TRIUNE_TOKEN", GATEWAY_TOKEN),
            entry("TRIUNE_ADMIN", ADMIN_TOKEN),
            entry("REDIS_URL", REDIS_URL),
            entry("WORD", "letmein"));

    /** The file that docs/broker.md shows, with layers. */
    public static final String SHORT = """
            default-model: openai/gpt-oss-20b
            providers:
              groq:     {url: https://api.groq.com/openai/v1, key: ${GROQ_API_KEY}, permits: 2, rpm: 30, burst: 5, fallback: [cerebras]}
              cerebras: {url: https://api.cerebras.ai/v1, key: ${CEREBRAS_API_KEY}, permits: 2, rpm: 60, burst: 10, fallback: [groq]}
              claude:   {family: anthropic, key: ${ANTHROPIC_API_KEY}, model: claude-haiku-5-5}
              local:    {family: ollama, url: http://localhost:11434, model: gemma4:e4b, permits: 4}
            layers:
              talker:   {cooldown: 5s, model: gpt-oss-120b}
              executor: {cooldown: 10s}
            """;

    /** A file with every section in it. */
    static final String FULL = """
            # one of everything
            default-model: gemma-4-e4b
            providers:
              local:
                family: openai
                url: http://localhost:8080/v1
                model: gemma-4-e4b
                models: [qwen3-8b]
                model-fallback: [qwen3-8b]
                permits: 4
                adaptive: 20
                queue: 7
                longest-wait: 2m
                reserve: 0.05
                rps: 2
                rpm: 90
                rpd: 1000
                tpm: 60000
                itpm: 50000
                otpm: 10000
                tpd: 900000
                burst: 3
                counts-max-tokens: true
                counts-cached-reads: false
                limits-per-model: true
                batching: {most: 5, credits: 50, per-second: 4}
                structured: json
                connect-timeout: 250ms
                gap-timeout: 1h
                first-byte-timeout: 121s
                answer-timeout: 3m
                proxy: http://127.0.0.1:3128
                proxy-authorization: "Basic ${PROXY_TOKEN}"
                headers: {X-Title: The Village, Authorization: "Bearer ${TOKEN}"}
                fallback: [cerebras, groq]
              cerebras: {keys: ["${CEREBRAS_KEY_1}", ${CEREBRAS_KEY_2}]}
            routes:
              my-model: {provider: local, fallback: [cerebras]}
            layers:
              talker: {cooldown: 5s, model: gpt-oss-120b, priority: high}
              executor: {priority: 4}
            queue: {limit: 50, ageing: 4s, ageing-levels: 1, per-provider: false}
            retry: {fallback: false, wait: true, rounds: 5}
            sharing: {policy: strict, weights: {game-a: 2, game-b: 0.5}, tokens-per-request: 40, silence: 90s}
            session: {max-wait: 10s, call-timeout: 45s, safety: 0.8, tell-remaining: true}
            prices:
              gpt-6-luna: {input: 0.15, cached: 0.075, cache-write: 0.1875, output: 0.60}
              free: {input: 0, output: 0}
            cache: {characters: 5000, age: 3m}
            endpoints: {allow: [api.example.com, "localhost:9000"]}
            gateway:
              bind: 0.0.0.0
              port: 9000
              token: ${TRIUNE_TOKEN}
              admin-token: ${TRIUNE_ADMIN}
              hosts: [LLM.example.com, "10.0.0.5:9000"]
              body: 2048
              streams: 64
              idle: 5s
              stall: 2s
              buffer: 4096
              drain: 1m
              redis: ${REDIS_URL}
              credits: {capacity: 50, per-second: 5}
              show-prompts: true
              quotas: {game-a: {remaining: 2.50, window: week, model: gpt-6-luna}, game-b: {remaining: 0}}
            """;

    private Samples() {}

    static BrokerSettings read(String yaml) {
        YamlSection file = ConfigReader.parse("llm.yaml", yaml);
        BrokerSettings settings =
                ConfigReader.read(file, new EnvironmentReferences(Samples::environment));
        file.throwIfInvalid();
        return settings;
    }

    /** The broker options read from a file, without its providers. */
    static BrokerOptions options(String yaml) {
        return BuilderOptions.of(
                new BrokerFactory(read(yaml), BrokerFactory.httpOpener(HttpTransport.OKHTTP))
                        .settings());
    }

    static BrokerConfig config(String yaml) {
        return BrokerConfig.parse("llm.yaml", yaml, Samples::environment);
    }

    public static Optional<String> environment(String name) {
        return Optional.ofNullable(ENVIRONMENT.get(name));
    }
}
