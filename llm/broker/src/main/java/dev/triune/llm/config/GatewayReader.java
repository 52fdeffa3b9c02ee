/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.config.GatewaySettings.QuotaStart;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads how a gateway serves. */
final class GatewayReader {
    private static final GatewaySettings USUAL = GatewaySettings.DEFAULT;
    private static final Duration DAY = Duration.ofDays(1);
    private static final int SHORTEST_TOKEN = 16;
    private static final int LONGEST_SESSION = 128;
    private static final int MOST_STREAMS = 10_000;
    private static final int MOST_PORT = 65_535;
    private static final int LEAST_BYTES = 1 << 10;
    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_DECIMALS = 12;
    private static final int ANY = Integer.MAX_VALUE;
    private static final BigDecimal TRILLION = BigDecimal.TEN.pow(12);
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._:-]{1,253}");
    private static final Pattern REDIS =
            Pattern.compile("rediss?://([^@/\\s]*@)?[^@/\\s:]+(:[0-9]{1,5})?(/[0-9]{1,4})?");

    private final References references;

    GatewayReader(References references) {
        this.references = references;
    }

    GatewaySettings read(Section top) {
        return top.section("gateway", Keys.GATEWAY).map(this::settings).orElse(USUAL);
    }

    private GatewaySettings settings(Section section) {
        Optional<Secret> token = token("token", section);
        Optional<Secret> adminToken = token("admin-token", section);
        if (token.isPresent() && token.equals(adminToken)) {
            section.at().problem("token and admin-token are the same (expected two)");
        }
        Ledger credits = credits(section);
        return new GatewaySettings(
                section.get("bind").flatMap(GatewayReader::address).orElse(USUAL.bind()),
                section.whole("port", 0, MOST_PORT, USUAL.port()),
                token,
                adminToken,
                section.get("hosts").map(ConfigReader::hosts).orElse(USUAL.hosts()),
                section.whole("body", LEAST_BYTES, MOST_BYTES, USUAL.bodyBytes()),
                section.whole("streams", 1, MOST_STREAMS, USUAL.streams()),
                section.duration("idle", DAY, USUAL.idle()),
                section.duration("stall", DAY, USUAL.stall()),
                section.whole("buffer", LEAST_BYTES, MOST_BYTES, USUAL.bufferBytes()),
                section.duration("drain", DAY, USUAL.drain()),
                section.get("redis").flatMap(this::redis),
                credits.capacity(),
                credits.perSecond(),
                section.flag("show-prompts", USUAL.showPrompts()),
                quotas(section));
    }

    private Optional<Secret> token(String key, Section section) {
        return section.get(key)
                .flatMap(value -> references.secret(value).filter(secret -> {
                    int length = secret.reveal().length();
                    if (length < SHORTEST_TOKEN) {
                        value.problem("a token of " + length + " characters (expected "
                                + SHORTEST_TOKEN + " or more)");
                    }
                    return length >= SHORTEST_TOKEN;
                }));
    }

    private static Optional<String> address(Value value) {
        return value.text().filter(text -> {
            boolean address = ADDRESS.matcher(text).matches();
            if (!address) {
                value.problem(Shown.value(text) + " is not an address to listen at (expected one"
                        + " such as 127.0.0.1 or 0.0.0.0)");
            }
            return address;
        });
    }

    /** A password stands in the environment, never in the file. */
    private Optional<Secret> redis(Value value) {
        if (references.isOne(value)) {
            return references.secret(value).filter(secret -> isRedis(value, secret.reveal()));
        }
        return value.text()
                .filter(text -> {
                    boolean open = !text.contains("@");
                    if (!open) {
                        value.problem("holds a user name or a password (expected a reference to an"
                                + " environment variable, as in ${REDIS_URL})");
                    }
                    return open && isRedis(value, text);
                })
                .map(Secret::of);
    }

    /** Repeats nothing, since it may hold a password. */
    private static boolean isRedis(Value value, String text) {
        boolean redis = REDIS.matcher(text).matches();
        if (!redis) {
            value.problem(
                    "not the address of a Redis (expected one such as redis://localhost:6379/0)");
        }
        return redis;
    }

    /** The section is read once, so that its mistakes are told once. */
    private static Ledger credits(Section section) {
        return section.section("credits", Keys.GATEWAY_CREDITS)
                .map(credits -> new Ledger(
                        credits.whole("capacity", 1, ANY, USUAL.credits()),
                        credits.whole("per-second", 1, ANY, USUAL.creditsPerSecond())))
                .orElse(new Ledger(USUAL.credits(), USUAL.creditsPerSecond()));
    }

    private record Ledger(int capacity, int perSecond) {}

    private static Map<String, QuotaStart> quotas(Section section) {
        Map<String, QuotaStart> quotas = new LinkedHashMap<>();
        section.named("quotas").forEach((session, value) -> {
            if (session.length() > LONGEST_SESSION) {
                value.problem("a session of " + session.length() + " characters (expected "
                        + LONGEST_SESSION + " at most)");
            }
            if (value.checkMapping()) {
                quota(value.section(Keys.GATEWAY_QUOTA)).ifPresent(it -> quotas.put(session, it));
            }
        });
        return quotas;
    }

    private static Optional<QuotaStart> quota(Section section) {
        String window = section.text("window").orElse("day");
        String model = section.text("model").orElse("");
        return section.needed("remaining", "an amount in USD, as in 2.50")
                .flatMap(GatewayReader::amount)
                .map(remaining -> new QuotaStart(remaining, window, model));
    }

    private static Optional<BigDecimal> amount(Value value) {
        return value.decimal().filter(amount -> {
            boolean small = amount.compareTo(TRILLION) <= 0 && amount.scale() <= MOST_DECIMALS;
            if (!small) {
                value.problem(Shown.value(amount.toPlainString())
                        + " is out of range (expected a trillion at most)");
            }
            return small;
        });
    }
}
