/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.gateway.keys.JsonFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code keys}: creates, rotates, lists and revokes tokens of single games. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description = "create, rotate, list and revoke keys of games, also of a running gateway")
final class KeysCommand implements Runnable {
    private static final String PREFIX = "tg-";
    private static final int TOKEN_BYTES = 32;
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,5})([smhd])");
    private static final int ID_LENGTH = 8;
    private static final int MAX_NAME_LENGTH = 128;
    private static final BigDecimal MIN_USD = new BigDecimal("0.000001");
    private static final BigDecimal MAX_USD = new BigDecimal("1000000000");
    private static final double MIN_WEIGHT = 1e-6;
    private static final double MAX_WEIGHT = 1e6;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "the file of gateway.keys; required")
    private @Nullable Path path;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Does nothing without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "keys: add create, rotate, list or revoke");
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "create a key, whose token is shown once")
    int create(
            @Option(
                            names = "--game",
                            paramLabel = "NAME",
                            required = true,
                            description =
                                    "name of the game, to which all requests with this key belong")
                    String game,
            @Option(
                            names = "--models",
                            paramLabel = "A,B",
                            split = ",",
                            description = "allowed models (all)")
                    @Nullable
                    List<String> models,
            @Option(names = "--usd-per-day", paramLabel = "USD", description = "budget per day")
                    @Nullable
                    BigDecimal usdPerDay,
            @Option(names = "--usd-per-month", paramLabel = "USD", description = "budget per month")
                    @Nullable
                    BigDecimal usdPerMonth,
            @Option(names = "--tokens-per-day", paramLabel = "N", description = "tokens per day")
                    @Nullable
                    Long tokensPerDay,
            @Option(
                            names = "--tokens-per-month",
                            paramLabel = "N",
                            description = "tokens per month")
                    @Nullable
                    Long tokensPerMonth,
            @Option(
                            names = "--weight",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "weight of the game's share (1)")
                    double weight,
            @Option(
                            names = "--expires",
                            paramLabel = "DATE",
                            description =
                                    "first day on which the key is invalid, such as 2027-01-31")
                    @Nullable
                    String expires)
            throws IOException {
        JsonFile<KeyList> file = file(false);
        checkName("--game", game);
        for (String model : models == null ? List.<String>of() : models) {
            checkName("--models", model);
        }
        checkUsd("--usd-per-day", usdPerDay);
        checkUsd("--usd-per-month", usdPerMonth);
        positive("--tokens-per-day", tokensPerDay);
        positive("--tokens-per-month", tokensPerMonth);
        if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
            throw wrong("--weight " + weight + " (expected 0.000001 to 1000000)");
        }
        Instant end = expires == null ? null : date(expires);
        String token = newToken();
        String hash = GameKeys.hash(token);
        List<GameKey> keys = new ArrayList<>(file.read().keys());
        if (keys.stream().anyMatch(key -> key.game().equals(game) && key.isValid(Instant.now()))) {
            throw wrong("--game " + game + " has a key (revoke it first, or use keys rotate)");
        }
        keys.add(new GameKey(
                hash.substring(0, ID_LENGTH),
                game,
                hash,
                models == null ? List.of() : models,
                usdPerDay,
                usdPerMonth,
                tokensPerDay,
                tokensPerMonth,
                weight,
                end,
                false));
        file.write(new KeyList(keys));
        out().println(token);
        return GatewayApp.OK;
    }

    @Command(
            name = "rotate",
            mixinStandardHelpOptions = true,
            description = "create another key for a game, with the settings of its key, which"
                    + " remains valid for a while; the token is shown once")
    int rotate(
            @Option(
                            names = "--game",
                            paramLabel = "NAME",
                            required = true,
                            description = "name of the game")
                    String game,
            @Option(
                            names = "--overlap",
                            paramLabel = "TIME",
                            defaultValue = "1h",
                            description = "how long the old key remains valid, such as 30m (1h)")
                    String overlap)
            throws IOException {
        JsonFile<KeyList> file = file(true);
        Instant now = Instant.now();
        List<GameKey> keys = new ArrayList<>(file.read().keys());
        GameKey old = keys.stream()
                .filter(key -> key.game().equals(game) && key.isValid(now))
                .reduce((first, second) -> second)
                .orElseThrow(() -> wrong(
                        "--game " + game + " has no valid key (see triune-gateway keys list)"));
        Instant end = now.plus(duration(overlap));
        String token = newToken();
        keys.replaceAll(key -> key.game().equals(game) ? key.expireBy(end) : key);
        keys.add(old.withHash(GameKeys.hash(token).substring(0, ID_LENGTH), GameKeys.hash(token)));
        file.write(new KeyList(keys));
        out().println(token);
        return GatewayApp.OK;
    }

    private Duration duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw wrong("--overlap " + text + " (expected a time such as 90s, 30m, 1h or 2d)");
        }
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "list all keys")
    int list() {
        String row = "%-9s %-20s %-8s %-11s %-11s %-13s %-13s %-7s %-11s %s%n";
        Object[] head = {
            "ID",
            "GAME",
            "STATE",
            "USD/DAY",
            "USD/MONTH",
            "TOKENS/DAY",
            "TOKENS/MONTH",
            "WEIGHT",
            "EXPIRES",
            "MODELS"
        };
        List<GameKey> keys = file(true).read().keys();
        out().printf(Locale.ROOT, row, head);
        for (GameKey key : keys) {
            String state =
                    key.revoked() ? "revoked" : key.isValid(Instant.now()) ? "valid" : "expired";
            out().printf(
                            Locale.ROOT,
                            row,
                            key.id(),
                            key.game(),
                            state,
                            shown(key.usdPerDay()),
                            shown(key.usdPerMonth()),
                            shown(key.tokensPerDay()),
                            shown(key.tokensPerMonth()),
                            key.weight(),
                            key.expires() == null
                                    ? "-"
                                    : LocalDate.ofInstant(key.expires(), ZoneOffset.UTC),
                            key.models().isEmpty() ? "all" : String.join(",", key.models()));
        }
        return GatewayApp.OK;
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "revoke a key; a running gateway notices within seconds")
    int revoke(@Parameters(paramLabel = "ID", description = "the ID in the list") String id)
            throws IOException {
        JsonFile<KeyList> file = file(true);
        List<GameKey> keys = new ArrayList<>(file.read().keys());
        if (keys.stream().noneMatch(key -> key.id().equals(id) && !key.revoked())) {
            throw wrong("no valid key has the ID " + id + " (see triune-gateway keys list)");
        }
        keys.replaceAll(key -> key.id().equals(id) ? key.revoke() : key);
        file.write(new KeyList(keys));
        out().println(id + " is revoked");
        return GatewayApp.OK;
    }

    private JsonFile<KeyList> file(boolean mustExist) {
        if (path == null) {
            throw wrong("--file FILE is missing (expected the file of gateway.keys)");
        }
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw wrong("--file " + path + " is in a directory that does not exist");
        }
        if (mustExist && !Files.exists(path)) {
            throw wrong("--file " + path + " does not exist (keys create makes it)");
        }
        return GameKeys.fileOf(path);
    }

    private void checkName(String option, String name) {
        if (name.isBlank()
                || name.length() > MAX_NAME_LENGTH
                || name.chars().anyMatch(Character::isISOControl)) {
            throw wrong(option + " is no name (expected 1 to " + MAX_NAME_LENGTH
                    + " characters, without control characters)");
        }
    }

    private void checkUsd(String option, @Nullable BigDecimal value) {
        if (value != null && (value.compareTo(MIN_USD) < 0 || value.compareTo(MAX_USD) > 0)) {
            throw wrong(option + " " + value + " (expected " + MIN_USD + " to " + MAX_USD + ")");
        }
    }

    private void positive(String option, @Nullable Long value) {
        if (value != null && value <= 0) {
            throw wrong(option + " " + value + " (expected more than 0)");
        }
    }

    private Instant date(String text) {
        try {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            throw wrong("--expires " + text + " (expected a date such as 2027-01-31)");
        }
    }

    private static Object shown(@Nullable Object limit) {
        return limit == null ? "-" : limit;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
