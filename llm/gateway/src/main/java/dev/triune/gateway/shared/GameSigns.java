/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Signs of life of this gateway's games on their way to Redis, each game's at most every few seconds.
 * Thread-safe; bounded. Times are milliseconds.
 */
final class GameSigns {
    /** One game's signs are written at most so often. */
    static final long EVERY = 5_000;

    /** Games at most, here and at all gateways together. */
    static final int MOST = 10_000;

    private static final int MOST_AT_ONCE = 1_000;
    private static final int NAME_BYTES = 16;

    private final long silence;
    private final Map<String, Sign> games = new LinkedHashMap<>();

    GameSigns(Duration silence) {
        this.silence = silence.toMillis();
    }

    /** Notes one; that of a game too many is dropped. */
    synchronized void sign(String game, long at) {
        Sign sign = games.remove(game);
        if (sign != null || games.size() < MOST) {
            long written = sign == null ? at - EVERY : sign.written;
            games.put(game, new Sign(at, written, true)); // last: they stand in order of silence
        }
    }

    /** Those to be written now, with their ages, as the script reads them. */
    synchronized List<String> due(long at) {
        forgetSilent(at);
        List<String> due = new ArrayList<>();
        for (Map.Entry<String, Sign> game : games.entrySet()) {
            Sign sign = game.getValue();
            if (sign.unwritten && at - sign.written >= EVERY && due.size() < 2 * MOST_AT_ONCE) {
                due.add(String.valueOf(at - sign.at));
                due.add(hidden(game.getKey()));
                game.setValue(new Sign(sign.at, at, false));
            }
        }
        return due;
    }

    /** All are to be written again, to a Redis that knows none. */
    synchronized void writeAllAgain() {
        games.replaceAll((game, sign) -> new Sign(sign.at, sign.at - EVERY, true));
    }

    private void forgetSilent(long at) {
        Iterator<Sign> signs = games.values().iterator();
        while (signs.hasNext() && at - signs.next().at >= silence) {
            signs.remove();
        }
    }

    /** Names of sessions may be secrets; their count is all that is needed. */
    private static String hidden(String game) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(game.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256, which every Java has", e);
        }
    }

    private record Sign(long at, long written, boolean unwritten) {}
}
