/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.keys;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys of games, reloaded when their file changes, and the usage of each in a second file.
 * Thread-safe; only {@link #maintain} blocks.
 */
public final class GameKeys {
    private static final Logger LOG = System.getLogger(GameKeys.class.getName());
    private static final BigDecimal NONE = BigDecimal.ZERO;
    private static final String USAGE = ".usage";
    private static final String SETTING = "gateway.keys";
    private static final String DAY = "of the day";
    private static final String MONTH = "of the month";

    private final JsonFile<KeyList> keyFile;
    private final JsonFile<UsageList> usageFile;
    private final InstantSource clock;
    private final Map<String, KeyUsage> usage = new TreeMap<>();
    private final Map<String, Reserved> reserved = new HashMap<>();
    private Map<String, GameKey> byHash = Map.of();
    private Map<String, GameKey> byGame = Map.of();

    /** All games in the file, also those whose keys are revoked: their last calls are charged. */
    private Set<String> games = Set.of();

    private long readAt;
    private boolean used;
    private volatile @Nullable String readProblem;
    private volatile @Nullable String writeProblem;

    private GameKeys(Path path, InstantSource clock) {
        this.clock = clock;
        this.keyFile = fileOf(path);
        this.usageFile = new JsonFile<>(usagePath(path), UsageList.class, new UsageList(Map.of()));
    }

    /** The content of the file of keys. */
    public record KeyList(List<GameKey> keys) {}

    /** The content of the file of usage, by game. */
    record UsageList(Map<String, KeyUsage> games) {}

    /** The usage of a game on a day and in its month, in UTC. */
    record KeyUsage(
            LocalDate day,
            BigDecimal usdOfDay,
            long tokensOfDay,
            BigDecimal usdOfMonth,
            long tokensOfMonth) {
        KeyUsage at(LocalDate today) {
            boolean sameDay = day.equals(today);
            boolean sameMonth = day.withDayOfMonth(1).equals(today.withDayOfMonth(1));
            return new KeyUsage(
                    today,
                    sameDay ? usdOfDay : NONE,
                    sameDay ? tokensOfDay : 0,
                    sameMonth ? usdOfMonth : NONE,
                    sameMonth ? tokensOfMonth : 0);
        }

        KeyUsage plus(BigDecimal usd, long tokens) {
            return new KeyUsage(
                    day,
                    usdOfDay.add(usd),
                    tokensOfDay + tokens,
                    usdOfMonth.add(usd),
                    tokensOfMonth + tokens);
        }
    }

    /** What the calls of a game in flight may use. */
    private record Reserved(BigDecimal usd, long tokens) {
        static final Reserved NOTHING = new Reserved(NONE, 0);
    }

    /**
     * What is left of a budget. Immutable.
     *
     * @param name the period, as in messages
     * @param period its date, such as {@code 2027-01-31}, or {@code 2027-01} of a month
     * @param inUsd whether the amounts are in USD, otherwise in tokens
     * @param whole the whole budget
     * @param left the budget without what was used; below zero if it was lowered since
     * @param reserved what the calls in flight may use of it
     */
    public record Budget(
            String name,
            String period,
            boolean inUsd,
            BigDecimal whole,
            BigDecimal left,
            BigDecimal reserved) {}

    /**
     * Claims the file of what the games of a file of keys have used.
     *
     * @throws IllegalArgumentException if another gateway has it, or it cannot be written
     */
    public static FileClaim claim(Path keys) {
        requireWritable(keys);
        return FileClaim.of(SETTING, usagePath(keys));
    }

    private static void requireWritable(Path keys) {
        JsonFile.requireWritable(SETTING, keys, "what games have used could not be kept");
    }

    private static Path usagePath(Path keys) {
        return keys.resolveSibling(keys.getFileName() + USAGE);
    }

    /** Returns the file of keys at a path. */
    public static JsonFile<KeyList> fileOf(Path path) {
        return new JsonFile<>(path, KeyList.class, new KeyList(List.of()));
    }

    /**
     * Reads keys and usage.
     *
     * @throws IllegalArgumentException if the directory does not exist, or a file cannot be read
     */
    public static GameKeys open(Path path, InstantSource clock) {
        requireWritable(path);
        if (!Files.exists(path)) {
            LOG.log(
                    Level.WARNING,
                    "gateway.keys: {0} does not exist yet, so no game has a key (keys create makes"
                            + " it)",
                    path);
        }
        GameKeys keys = new GameKeys(path, clock);
        try {
            keys.readAt = keys.keyFile.changedAt();
            keys.replaceKeys(keys.keyFile.read());
            keys.usage.putAll(keys.usageFile.read().games());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("gateway.keys: " + e.getMessage(), e);
        }
        return keys;
    }

    private synchronized void replaceKeys(KeyList list) {
        Map<String, GameKey> hashes = new HashMap<>();
        Map<String, GameKey> current = new HashMap<>();
        Set<String> all = new HashSet<>();
        for (GameKey key : list.keys()) {
            hashes.put(key.hash(), key);
            all.add(key.game());
            if (!key.revoked()) {
                current.put(key.game(), key);
            }
        }
        byHash = hashes;
        byGame = current;
        games = all;
    }

    /** Returns the key of a token that is valid now. */
    public synchronized Optional<GameKey> keyOf(String token) {
        return Optional.ofNullable(byHash.get(hash(token)))
                .filter(key -> key.isValid(clock.instant()));
    }

    /** Whether a key that was valid still is. */
    public synchronized boolean isValid(GameKey key) {
        GameKey now = byHash.get(key.hash());
        return now != null && now.isValid(clock.instant());
    }

    /** Whether a game has, or had, a key: only that key may act for it. */
    public synchronized boolean isGame(String name) {
        return games.contains(name);
    }

    /** Returns the weights of the games that have keys. */
    public synchronized Map<String, Double> weights() {
        Map<String, Double> weights = new TreeMap<>();
        byGame.forEach((game, key) -> weights.put(game, key.weight()));
        return weights;
    }

    /** Whether a game may use a model; true without a key. */
    public synchronized boolean allows(String game, String model) {
        GameKey key = byGame.get(game);
        return key == null || key.models().isEmpty() || key.models().contains(model);
    }

    /** Returns what is left of the budgets of a game, beside what its calls in flight may use. */
    public synchronized List<Budget> budgets(String game) {
        GameKey key = byGame.get(game);
        if (key == null) {
            return List.of();
        }
        Reserved open = reserved.getOrDefault(game, Reserved.NOTHING);
        BigDecimal tokens = BigDecimal.valueOf(open.tokens());
        KeyUsage now = usageOf(game);
        String day = now.day().toString();
        String month = YearMonth.from(now.day()).toString();
        List<Budget> budgets = new ArrayList<>();
        add(budgets, DAY, day, true, key.usdPerDay(), now.usdOfDay(), open.usd());
        add(budgets, MONTH, month, true, key.usdPerMonth(), now.usdOfMonth(), open.usd());
        add(
                budgets,
                DAY,
                day,
                false,
                decimal(key.tokensPerDay()),
                BigDecimal.valueOf(now.tokensOfDay()),
                tokens);
        add(
                budgets,
                MONTH,
                month,
                false,
                decimal(key.tokensPerMonth()),
                BigDecimal.valueOf(now.tokensOfMonth()),
                tokens);
        return budgets;
    }

    /** Records what all gateways together have used of a budget, if this one knows of less. */
    public synchronized void raise(String game, Budget budget, BigDecimal total) {
        KeyUsage now = usageOf(game);
        boolean day = budget.period().equals(now.day().toString());
        boolean month = budget.period().equals(YearMonth.from(now.day()).toString());
        BigDecimal known = budget.whole().subtract(budget.left());
        if ((day || month) && total.compareTo(known) > 0) {
            long tokens = budget.inUsd() ? 0 : total.longValue();
            BigDecimal usd = budget.inUsd() ? total : NONE;
            usage.put(
                    game,
                    new KeyUsage(
                            now.day(),
                            day ? now.usdOfDay().max(usd) : now.usdOfDay(),
                            day ? Math.max(now.tokensOfDay(), tokens) : now.tokensOfDay(),
                            month ? now.usdOfMonth().max(usd) : now.usdOfMonth(),
                            month ? Math.max(now.tokensOfMonth(), tokens) : now.tokensOfMonth()));
            used = true;
        }
    }

    private static void add(
            List<Budget> budgets,
            String name,
            String period,
            boolean usd,
            @Nullable BigDecimal budget,
            BigDecimal used,
            BigDecimal open) {
        if (budget != null) {
            budgets.add(new Budget(name, period, usd, budget, budget.subtract(used), open));
        }
    }

    private static @Nullable BigDecimal decimal(@Nullable Long number) {
        return number == null ? null : BigDecimal.valueOf(number);
    }

    /** Returns the keys that are neither revoked nor expired. */
    public synchronized List<GameKey> validKeys() {
        Instant now = clock.instant();
        return byHash.values().stream().filter(key -> key.isValid(now)).toList();
    }

    private KeyUsage usageOf(String game) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return usage.getOrDefault(game, new KeyUsage(today, NONE, 0, NONE, 0)).at(today);
    }

    /** Adds to what the calls of a game in flight may use; less than zero when they end. */
    public synchronized void addReserved(String game, BigDecimal usd, long tokens) {
        Reserved before = reserved.getOrDefault(game, Reserved.NOTHING);
        Reserved after = new Reserved(before.usd().add(usd), before.tokens() + tokens);
        if (after.tokens() == 0 && after.usd().signum() == 0) {
            reserved.remove(game);
        } else {
            reserved.put(game, after);
        }
    }

    /** Records the usage of a game's call, if the game has or had a key. */
    public synchronized void charge(String game, BigDecimal usd, long tokens) {
        if (games.contains(game) && (tokens > 0 || usd.signum() > 0)) {
            usage.put(game, usageOf(game).plus(usd, tokens));
            used = true;
        }
    }

    /**
     * Reloads the keys if they changed, and saves the usage. Neither depends on the other: a key
     * that was revoked must not work for longer because a disk is full. One thread at a time;
     * blocks.
     */
    public void maintain() {
        readProblem = changed(readProblem, reload());
        writeProblem = changed(writeProblem, save());
    }

    private @Nullable String reload() {
        long changed = keyFile.changedAt();
        if (changed == readAt) {
            return readProblem;
        }
        try {
            replaceKeys(keyFile.read());
            readAt = changed;
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage() + "; the keys that were read last are in force";
        }
    }

    private @Nullable String save() {
        UsageList saved;
        synchronized (this) {
            if (!used) {
                return writeProblem;
            }
            saved = new UsageList(new TreeMap<>(usage));
            used = false;
        }
        try {
            usageFile.write(saved);
            return null;
        } catch (IOException e) {
            synchronized (this) {
                used = true; // to be tried again
            }
            return usageFile.path() + " cannot be written (" + e
                    + "), so a restart would forget what games have used since";
        }
    }

    /** Logs a problem and its end, each once. */
    private static @Nullable String changed(@Nullable String before, @Nullable String now) {
        if (now != null && !now.equals(before)) {
            LOG.log(Level.WARNING, "gateway.keys: {0}", now);
        } else if (now == null && before != null) {
            LOG.log(Level.WARNING, "gateway.keys: read and written again");
        }
        return now;
    }

    /** Returns what is wrong with the files of keys or usage; empty if nothing is. */
    public Optional<String> problem() {
        String read = readProblem;
        return Optional.ofNullable(read == null ? writeProblem : read);
    }

    /** Returns the SHA-256 of a token, in hexadecimal; tokens are long and random. */
    public static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
