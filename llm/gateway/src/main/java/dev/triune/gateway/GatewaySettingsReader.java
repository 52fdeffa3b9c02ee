/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import dev.triune.gateway.GatewaySettings.AccessSettings;
import dev.triune.gateway.GatewaySettings.BatchCredits;
import dev.triune.gateway.GatewaySettings.ClientLimits;
import dev.triune.gateway.GatewaySettings.FieldSettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.GatewaySettings.QuotaSettings;
import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.Secret;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the settings of a gateway. */
final class GatewaySettingsReader {
    private static final GatewaySettings DEFAULTS = GatewaySettings.DEFAULT;
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MIN_TOKEN_LENGTH = 16;
    private static final int MIN_DISTINCT = 6;
    private static final int MAX_GAME_ID_LENGTH = 128;
    private static final int MAX_STREAMS = 10_000;
    private static final int MAX_PORT = 65_535;
    private static final int MIN_BYTES = 1 << 10;
    private static final int MAX_BYTES = 64 << 20;
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._:-]{1,253}");
    private static final Pattern IP_ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
    private static final Pattern REDIS =
            Pattern.compile("rediss?://([^@/\\s]*@)?[^@/\\s:]+(:[0-9]{1,5})?(/[0-9]{1,4})?");

    private final ConfigSection section;

    GatewaySettingsReader(ConfigSection section) {
        this.section = section;
    }

    GatewaySettings read() {
        return new GatewaySettings(
                bind(),
                integer(section, "port", 0, MAX_PORT, DEFAULTS.port()),
                access(),
                clients(DEFAULTS.clients()),
                batches(section.section("credits"), DEFAULTS.batches()),
                new FieldSettings(
                        section.flag("extra-body").orElse(DEFAULTS.fields().extraBody()),
                        unknownFields()),
                new QuotaSettings(
                        quotas(), defaultQuota(), section.text("state").map(Path::of)),
                redis(),
                section.flag("show-prompts").orElse(DEFAULTS.showPrompts()),
                section.text("access-log").map(Path::of),
                section.duration("drain", DAY).orElse(DEFAULTS.shutdownTimeout()));
    }

    private AccessSettings access() {
        Optional<Secret> token = token("token");
        Optional<Secret> adminToken = token("admin-token");
        if (token.isPresent() && token.equals(adminToken)) {
            section.reportProblem("token and admin-token are the same (expected two)");
        }
        return new AccessSettings(
                section.hosts("hosts"),
                trustedProxies(),
                token,
                adminToken,
                section.text("keys").map(Path::of));
    }

    private List<String> trustedProxies() {
        List<String> proxies = section.texts("trusted-proxies");
        for (String proxy : proxies) {
            if (!IP_ADDRESS.matcher(proxy).matches()) {
                section.reportProblem(
                        "trusted-proxies",
                        "\"" + proxy + "\" is no IP address (expected one such as 10.0.0.5)");
            }
        }
        return proxies;
    }

    private ClientLimits clients(ClientLimits usual) {
        return new ClientLimits(
                integer(section, "body", MIN_BYTES, MAX_BYTES, usual.maxBodyBytes()),
                integer(section, "streams", 1, MAX_STREAMS, usual.maxStreams()),
                integer(
                        section,
                        "connections-per-address",
                        1,
                        MAX_STREAMS,
                        usual.maxConnectionsPerAddress()),
                integer(section, "buffer", MIN_BYTES, MAX_BYTES, usual.maxBufferBytes()),
                integer(section, "buffers", MIN_BYTES, 1 << 30, usual.maxBuffersBytes()),
                section.duration("idle", DAY).orElse(usual.requestTimeout()),
                section.duration("stall", DAY).orElse(usual.writeTimeout()),
                section.duration("patience", DAY).orElse(usual.patience()));
    }

    private static BatchCredits batches(ConfigSection credits, BatchCredits usual) {
        return new BatchCredits(
                integer(credits, "capacity", 1, UNBOUNDED, usual.maxCredits()),
                integer(credits, "per-second", 1, UNBOUNDED, usual.creditsPerSecond()));
    }

    private UnknownFields unknownFields() {
        List<String> words = Arrays.stream(UnknownFields.values())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return section.choice("unknown-fields", words)
                .map(word -> UnknownFields.values()[words.indexOf(word)])
                .orElse(DEFAULTS.fields().unknownFields());
    }

    private static int integer(
            ConfigSection section, String key, int least, int most, int otherwise) {
        return (int) section.integer(key, least, most).orElse(otherwise);
    }

    private String bind() {
        Optional<String> bind = section.text("bind");
        if (bind.isPresent() && !ADDRESS.matcher(bind.get()).matches()) {
            section.reportInvalid(
                    "bind",
                    "is not an address to listen at (expected one such as 127.0.0.1 or 0.0.0.0)");
        }
        return bind.orElse(DEFAULTS.bind());
    }

    private Optional<Secret> token(String key) {
        Optional<Secret> token = section.secret(key);
        int length = token.map(secret -> secret.reveal().length()).orElse(MIN_TOKEN_LENGTH);
        if (length < MIN_TOKEN_LENGTH) {
            section.reportProblem(
                    key,
                    "a token of " + length + " characters (expected " + MIN_TOKEN_LENGTH
                            + " or more)");
        }
        int distinct = token.map(
                        secret -> (int) secret.reveal().chars().distinct().count())
                .orElse(MIN_DISTINCT);
        if (length >= MIN_TOKEN_LENGTH && distinct < MIN_DISTINCT) {
            section.reportProblem(
                    key,
                    "a token of only " + distinct + " different characters, which can be guessed"
                            + " (expected a random one)");
        }
        return token.filter(secret -> length >= MIN_TOKEN_LENGTH);
    }

    /**
     * Reads the Redis URL, whose password must come from the environment, not the file. Problems do
     * not repeat the text, which may contain a password.
     */
    private Optional<Secret> redis() {
        Optional<Secret> redis = section.isReference("redis")
                ? section.secret("redis")
                : section.text("redis").map(Secret::of);
        String text = redis.map(Secret::reveal).orElse("redis://none");
        if (!section.isReference("redis") && text.contains("@")) {
            section.reportProblem(
                    "redis",
                    "holds a user name or a password (expected a reference to an environment"
                            + " variable, as in ${REDIS_URL})");
        } else if (!REDIS.matcher(text).matches()) {
            section.reportProblem(
                    "redis",
                    "not the address of a Redis (expected one such as redis://localhost:6379/0)");
        }
        return redis;
    }

    private Map<String, InitialQuota> quotas() {
        Map<String, InitialQuota> quotas = new LinkedHashMap<>();
        section.section("quotas").sections().forEach((tenant, quota) -> {
            if (tenant.length() > MAX_GAME_ID_LENGTH) {
                quota.reportProblem("a session of " + tenant.length() + " characters (expected "
                        + MAX_GAME_ID_LENGTH + " at most)");
            }
            quotas.put(tenant, quota(quota));
        });
        return quotas;
    }

    private Optional<InitialQuota> defaultQuota() {
        ConfigSection quota = section.section("default-quota");
        return section.keys().contains("default-quota")
                ? Optional.of(quota(quota))
                : Optional.empty();
    }

    private static InitialQuota quota(ConfigSection quota) {
        quota.require("remaining", "an amount in USD, as in 2.50");
        BigDecimal remaining = quota.decimal("remaining").orElse(BigDecimal.ZERO);
        String window = quota.text("window").orElse("day");
        return new InitialQuota(remaining, window, quota.text("model").orElse(""));
    }
}
