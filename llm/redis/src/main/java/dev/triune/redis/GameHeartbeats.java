/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

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
 * The heartbeats of this gateway's games, written to Redis at most every few seconds per game.
 * Thread-safe; bounded. Times are milliseconds.
 */
final class GameHeartbeats {
    /** The minimum interval between two writes of a game. */
    static final long INTERVAL_MILLIS = 5_000;

    /** The maximum number of games, here and at all gateways together. */
    static final int MAX_GAMES = 10_000;

    private static final int MAX_PER_WRITE = 1_000;
    private static final int NAME_BYTES = 16;

    private final long silence;
    private final Map<String, GameHeartbeat> games = new LinkedHashMap<>();

    GameHeartbeats(Duration silence) {
        this.silence = silence.toMillis();
    }

    /** Records a heartbeat; drops it if there are too many games. */
    synchronized void heartbeat(String game, long at) {
        GameHeartbeat gameHeartbeat = games.remove(game);
        if (gameHeartbeat != null || games.size() < MAX_GAMES) {
            long written = gameHeartbeat == null ? at - INTERVAL_MILLIS : gameHeartbeat.written;
            games.put(
                    game,
                    new GameHeartbeat(
                            at, written,
                            true)); // at the end: the map is ordered by the last heartbeat
        }
    }

    /** Returns the due games and the ages of their heartbeats, as arguments of the script. */
    synchronized List<String> removeDue(long at) {
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

    /** Marks all games to be written again, since Redis has lost them. */
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

    /** Hashes names of sessions, which may be secret. Redis only needs to count them. */
    static String hash(String game) {
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
