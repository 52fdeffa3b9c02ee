/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.GatewaySettings.InitialQuota;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads how a gateway serves. */
final class GatewaySettingsReader {
    private static final GatewaySettings DEFAULTS = GatewaySettings.DEFAULT;
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MIN_TOKEN_LENGTH = 16;
    private static final int MAX_GAME_ID_LENGTH = 128;
    private static final int MAX_STREAMS = 10_000;
    private static final int MAX_PORT = 65_535;
    private static final int MIN_BYTES = 1 << 10;
    private static final int MAX_BYTES = 64 << 20;
    private static final int MAX_DECIMALS = 12;
    private static final int UNBOUNDED = Integer.MAX_VALUE;
    private static final BigDecimal MAX_AMOUNT = BigDecimal.TEN.pow(12);
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._:-]{1,253}");
    private static final Pattern REDIS =
            Pattern.compile("rediss?://([^@/\\s]*@)?[^@/\\s:]+(:[0-9]{1,5})?(/[0-9]{1,4})?");

    private final EnvironmentReferences environmentReferences;

    GatewaySettingsReader(EnvironmentReferences environmentReferences) {
        this.environmentReferences = environmentReferences;
    }

    GatewaySettings read(YamlSection top) {
        return top.section("gateway", ConfigKeys.GATEWAY).map(this::settings).orElse(DEFAULTS);
    }

    private GatewaySettings settings(YamlSection yamlSection) {
        Optional<Secret> token = token("token", yamlSection);
        Optional<Secret> adminToken = token("admin-token", yamlSection);
        if (token.isPresent() && token.equals(adminToken)) {
            yamlSection
                    .location()
                    .reportProblem("token and admin-token are the same (expected two)");
        }
        CreditSettings credits = credits(yamlSection);
        return new GatewaySettings(
                yamlSection
                        .get("bind")
                        .flatMap(GatewaySettingsReader::address)
                        .orElse(DEFAULTS.bind()),
                yamlSection.integer("port", 0, MAX_PORT, DEFAULTS.port()),
                token,
                adminToken,
                yamlSection.get("hosts").map(ConfigReader::hosts).orElse(DEFAULTS.hosts()),
                yamlSection.integer("body", MIN_BYTES, MAX_BYTES, DEFAULTS.maxBodyBytes()),
                yamlSection.integer("streams", 1, MAX_STREAMS, DEFAULTS.maxStreams()),
                yamlSection.duration("idle", DAY, DEFAULTS.requestTimeout()),
                yamlSection.duration("stall", DAY, DEFAULTS.writeTimeout()),
                yamlSection.integer("buffer", MIN_BYTES, MAX_BYTES, DEFAULTS.maxBufferBytes()),
                yamlSection.duration("drain", DAY, DEFAULTS.shutdownTimeout()),
                yamlSection.get("redis").flatMap(this::redis),
                credits.capacity(),
                credits.perSecond(),
                yamlSection.flag("show-prompts", DEFAULTS.showPrompts()),
                quotas(yamlSection));
    }

    private Optional<Secret> token(String key, YamlSection yamlSection) {
        return yamlSection
                .get(key)
                .flatMap(yamlValue -> environmentReferences.secret(yamlValue).filter(secret -> {
                    int length = secret.reveal().length();
                    if (length < MIN_TOKEN_LENGTH) {
                        yamlValue.reportProblem("a token of " + length + " characters (expected "
                                + MIN_TOKEN_LENGTH + " or more)");
                    }
                    return length >= MIN_TOKEN_LENGTH;
                }));
    }

    private static Optional<String> address(YamlValue yamlValue) {
        return yamlValue.text().filter(text -> {
            boolean address = ADDRESS.matcher(text).matches();
            if (!address) {
                yamlValue.reportProblem(
                        SafeText.quoted(text) + " is not an address to listen at (expected one"
                                + " such as 127.0.0.1 or 0.0.0.0)");
            }
            return address;
        });
    }

    /** A password stands in the environment, never in the file. */
    private Optional<Secret> redis(YamlValue yamlValue) {
        if (environmentReferences.isReference(yamlValue)) {
            return environmentReferences
                    .secret(yamlValue)
                    .filter(secret -> isRedis(yamlValue, secret.reveal()));
        }
        return yamlValue
                .text()
                .filter(text -> {
                    boolean open = !text.contains("@");
                    if (!open) {
                        yamlValue.reportProblem(
                                "holds a user name or a password (expected a reference to an"
                                        + " environment variable, as in ${REDIS_URL})");
                    }
                    return open && isRedis(yamlValue, text);
                })
                .map(Secret::of);
    }

    /** Repeats nothing, since it may hold a password. */
    private static boolean isRedis(YamlValue yamlValue, String text) {
        boolean redis = REDIS.matcher(text).matches();
        if (!redis) {
            yamlValue.reportProblem(
                    "not the address of a Redis (expected one such as redis://localhost:6379/0)");
        }
        return redis;
    }

    /** The section is read once, so that its mistakes are told once. */
    private static CreditSettings credits(YamlSection yamlSection) {
        return yamlSection
                .section("credits", ConfigKeys.GATEWAY_CREDITS)
                .map(credits -> new CreditSettings(
                        credits.integer("capacity", 1, UNBOUNDED, DEFAULTS.maxCredits()),
                        credits.integer("per-second", 1, UNBOUNDED, DEFAULTS.creditsPerSecond())))
                .orElse(new CreditSettings(DEFAULTS.maxCredits(), DEFAULTS.creditsPerSecond()));
    }

    private record CreditSettings(int capacity, int perSecond) {}

    private static Map<String, InitialQuota> quotas(YamlSection yamlSection) {
        Map<String, InitialQuota> quotas = new LinkedHashMap<>();
        yamlSection.entries("quotas").forEach((session, yamlValue) -> {
            if (session.length() > MAX_GAME_ID_LENGTH) {
                yamlValue.reportProblem("a session of " + session.length()
                        + " characters (expected " + MAX_GAME_ID_LENGTH + " at most)");
            }
            if (yamlValue.checkMapping()) {
                quota(yamlValue.section(ConfigKeys.GATEWAY_QUOTA))
                        .ifPresent(it -> quotas.put(session, it));
            }
        });
        return quotas;
    }

    private static Optional<InitialQuota> quota(YamlSection yamlSection) {
        String window = yamlSection.text("window").orElse("day");
        String model = yamlSection.text("model").orElse("");
        return yamlSection
                .required("remaining", "an amount in USD, as in 2.50")
                .flatMap(GatewaySettingsReader::amount)
                .map(remaining -> new InitialQuota(remaining, window, model));
    }

    private static Optional<BigDecimal> amount(YamlValue yamlValue) {
        return yamlValue.decimal().filter(amount -> {
            boolean small = amount.compareTo(MAX_AMOUNT) <= 0 && amount.scale() <= MAX_DECIMALS;
            if (!small) {
                yamlValue.reportProblem(SafeText.quoted(amount.toPlainString())
                        + " is out of range (expected a trillion at most)");
            }
            return small;
        });
    }
}
