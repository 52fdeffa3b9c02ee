/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

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
final class GameHeartbeats {
    /** One game's signs are written at most so often. */
    static final long INTERVAL_MILLIS = 5_000;

    /** Games at most, here and at all gateways together. */
    static final int MAX_GAMES = 10_000;

    private static final int MAX_PER_WRITE = 1_000;
    private static final int NAME_BYTES = 16;

    private final long silence;
    private final Map<String, GameHeartbeat> games = new LinkedHashMap<>();

    GameHeartbeats(Duration silence) {
        this.silence = silence.toMillis();
    }

    /** Notes one; that of a game too many is dropped. */
    synchronized void heartbeat(String game, long at) {
        GameHeartbeat gameHeartbeat = games.remove(game);
        if (gameHeartbeat != null || games.size() < MAX_GAMES) {
            long written = gameHeartbeat == null ? at - INTERVAL_MILLIS : gameHeartbeat.written;
            games.put(
                    game,
                    new GameHeartbeat(at, written, true)); // last: they stand in order of silence
        }
    }

    /** Those to be written now, with their ages, as the script reads them. */
    synchronized List<String> takeDue(long at) {
        removeSilent(at);
        List<String> due = new ArrayList<>();
        for (Map.Entry<String, GameHeartbeat> game : games.entrySet()) {
            GameHeartbeat gameHeartbeat = game.getValue();
            if (gameHeartbeat.unwritten
                    && at - gameHeartbeat.written >= INTERVAL_MILLIS
                    && due.size() < 2 * MAX_PER_WRITE) {
                due.add(String.valueOf(at - gameHeartbeat.at));
                due.add(hash(game.getKey()));
                game.setValue(new GameHeartbeat(gameHeartbeat.at, at, false));
            }
        }
        return due;
    }

    /** All are to be written again, to a Redis that knows none. */
    synchronized void resendAll() {
        games.replaceAll((game, gameHeartbeat) ->
                new GameHeartbeat(gameHeartbeat.at, gameHeartbeat.at - INTERVAL_MILLIS, true));
    }

    private void removeSilent(long at) {
        Iterator<GameHeartbeat> gameHeartbeats = games.values().iterator();
        while (gameHeartbeats.hasNext() && at - gameHeartbeats.next().at >= silence) {
            gameHeartbeats.remove();
        }
    }

    /** Names of sessions may be secrets; their count is all that is needed. */
    private static String hash(String game) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(game.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256, which every Java has", e);
        }
    }

    private record GameHeartbeat(long at, long written, boolean unwritten) {}
}
