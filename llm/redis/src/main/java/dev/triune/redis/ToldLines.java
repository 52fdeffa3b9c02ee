/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.SharedLimits.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines about names that gateways tell each other through Redis, as far as this one knows them.
 * It asks once a second while it is asked itself, and tells all of them again to a Redis that may
 * have lost them. Names are hashed. Bounded; thread-safe. Times are milliseconds.
 */
final class ToldLines {
    /** The maximum number of names; of more, those that were told first are forgotten. */
    static final int MAX_NAMES = 20_000;

    static final int MAX_CHARACTERS = 1_000;

    private static final long INTERVAL_MILLIS = 1_000;
    private static final long IDLE_MILLIS = 60_000;
    private static final Duration LIFE = Duration.ofDays(400);
    private static final int MAX_AT_ONCE = 500;

    private final Map<String, Told> lines = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
            return size() > MAX_NAMES;
        }
    };

    private final Set<String> untold = new LinkedHashSet<>();
    private String heardEpoch = "";
    private long heard;
    private boolean moreToHear;
    private boolean inFlight;
    private long sentAt = -INTERVAL_MILLIS;
    private long usedAt = -IDLE_MILLIS;

    /** A request for the script. */
    record ToldRequest(String epoch, List<String> names, List<String> arguments) {}

    /** Returns the last line about a name; null if there is none. */
    synchronized @Nullable Told told(String name, long at) {
        usedAt = at;
        return lines.get(GameHeartbeats.hash(name));
    }

    /** Records a line of this gateway, to be told; one that another followed is ignored. */
    synchronized void tell(String name, Told line, long at) {
        if (line.text().length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("a line of " + line.text().length()
                    + " characters (expected " + MAX_CHARACTERS + " at most)");
        }
        usedAt = at;
        String hash = GameHeartbeats.hash(name);
        if (learn(hash, line)) {
            untold.add(hash);
        }
    }

    private boolean learn(String hash, Told line) {
        Told before = lines.get(hash);
        if (before != null && !line.isAfter(before)) {
            return false;
        }
        lines.remove(hash); // at the end: the first ones are forgotten first
        lines.put(hash, line);
        return true;
    }

    /** Returns a due request, in flight until {@link #onReply} or {@link #onFailure}; null if none is. */
    synchronized @Nullable ToldRequest nextRequest(String epoch, long at) {
        boolean used = at - usedAt < IDLE_MILLIS;
        boolean due = !untold.isEmpty()
                || (moreToHear && epoch.equals(heardEpoch))
                || (used && (at - sentAt >= INTERVAL_MILLIS || !epoch.equals(heardEpoch)));
        if (inFlight || epoch.isEmpty() || !due) {
            return null;
        }
        if (!epoch.equals(heardEpoch)) {
            heardEpoch = epoch;
            heard = 0;
            untold.addAll(lines.keySet());
        }
        inFlight = true;
        sentAt = at;
        untold.retainAll(lines.keySet());
        List<String> names = untold.stream().limit(MAX_AT_ONCE).toList();
        List<String> arguments = new ArrayList<>(List.of(
                epoch,
                String.valueOf(heard),
                String.valueOf(LIFE.toMillis()),
                String.valueOf(MAX_NAMES),
                String.valueOf(MAX_AT_ONCE)));
        for (String name : names) {
            Told line = lines.get(name);
            if (line != null) {
                arguments.addAll(List.of(name, String.valueOf(line.at()), line.text()));
            }
        }
        names.forEach(untold::remove);
        return new ToldRequest(epoch, names, arguments);
    }

    /**
     * Processes a reply.
     *
     * @return whether it is of another epoch, of which nothing is known here yet
     * @throws IllegalArgumentException if it is not a reply of the script
     */
    synchronized boolean onReply(ToldRequest request, List<Object> answer) {
        inFlight = false;
        if (answer.size() == 1 && Long.valueOf(0).equals(answer.get(0))) {
            untold.addAll(request.names());
            return true;
        }
        if (answer.size() < 3
                || answer.size() % 3 != 0
                || !(answer.get(1) instanceof Long last)
                || !(answer.get(2) instanceof Long more)) {
            throw new IllegalArgumentException("an answer that the script does not give");
        }
        for (int i = 3; i < answer.size(); i += 3) {
            learn(
                    String.valueOf(answer.get(i)),
                    new Told(
                            Long.parseLong(String.valueOf(answer.get(i + 1))),
                            String.valueOf(answer.get(i + 2))));
        }
        if (request.epoch().equals(heardEpoch)) {
            heard = last;
            moreToHear = more == 1;
        }
        return false;
    }

    /** Handles a lost request, which may have had an effect. */
    synchronized void onFailure(ToldRequest request) {
        inFlight = false;
        untold.addAll(request.names());
    }
}
