/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Ticker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came of the games' requests. */
final class HourReport {
    /** What the fair share charges for a request besides its tokens, unless it is set. */
    static final long TOKENS_PER_REQUEST = 50;

    private final Ticker ticker;
    private final List<Service> services = new ArrayList<>();
    private final Map<Outcome.Kind, Long> outcomes = new TreeMap<>();
    private long turnedAway;

    /**
     * From the wish to the start of the call that was answered, for the games that are not
     * backlogged: a backlog makes its waits itself.
     */
    final Waits waits = new Waits();

    /** The CRITICAL ones of these. */
    final Waits critical = new Waits();

    HourReport(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A call that was served, at its start. */
    private record Service(GameLoad game, long at, long tokens) {
        long charged() {
            return tokens + TOKENS_PER_REQUEST;
        }
    }

    long now() {
        return ticker.nanos();
    }

    /** Begins the line of one request. */
    Line line(GameLoad game, Priority priority, long wishedAt) {
        return new Line(game, priority, wishedAt);
    }

    /** Notes that a cooldown turned a request away, which will come again. */
    void turnedAway() {
        turnedAway++;
    }

    /** One request. */
    final class Line {
        private final GameLoad game;
        private final Priority priority;
        private final long wishedAt;
        private long startedAt;

        private Line(GameLoad game, Priority priority, long wishedAt) {
            this.game = game;
            this.priority = priority;
            this.wishedAt = wishedAt;
        }

        void started() {
            startedAt = now();
        }

        private void noteWait(long wait) {
            if (game.habit != GameLoad.Habit.BACKLOGGED) {
                waits.add(wait);
                if (priority.equals(Priority.CRITICAL)) {
                    critical.add(wait);
                }
            }
        }

        void ended(Outcome outcome, long tokens) {
            outcomes.merge(outcome.kind(), 1L, Long::sum);
            if (outcome.kind() == Outcome.Kind.ANSWERED
                    || outcome.kind() == Outcome.Kind.INCOMPLETE) { // cut off by length: served
                services.add(new Service(game, startedAt, tokens));
                noteWait(startedAt - wishedAt);
            }
        }
    }

    long count(Outcome.Kind kind) {
        return outcomes.getOrDefault(kind, 0L);
    }

    /** How often a cooldown said to come later. */
    long timesTurnedAway() {
        return turnedAway;
    }

    /** Tokens of a game's calls that began from then until before then. */
    long tokens(GameLoad game, long from, long until) {
        return services.stream()
                .filter(service -> service.game == game)
                .filter(service -> service.at >= from && service.at < until)
                .mapToLong(Service::tokens)
                .sum();
    }

    /** The latest start of a call of that game that was answered. */
    long lastStart(GameLoad game) {
        return services.stream()
                .filter(service -> service.game == game)
                .mapToLong(Service::at)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** Jain's index of their tokens: 1 if all got the same, 1 / n if one got everything. */
    double jain(List<GameLoad> games, long from, long until) {
        double sum = 0;
        double squares = 0;
        for (GameLoad game : games) {
            double tokens = tokens(game, from, until);
            sum += tokens;
            squares += tokens * tokens;
        }
        return squares == 0 ? 0 : sum * sum / (games.size() * squares);
    }

    /**
     * The most that any two of them were apart between then and then, in what the fair share
     * charges for all that began since the start.
     */
    long widestGap(List<GameLoad> games, long from, long until) {
        Map<String, Long> charged = new TreeMap<>();
        games.forEach(game -> charged.put(game.name, 0L));
        List<Service> byStart = new ArrayList<>(services);
        byStart.sort(Comparator.comparingLong(Service::at));
        long widest = 0;
        for (Service service : byStart) {
            if (service.at >= until) {
                break;
            }
            charged.computeIfPresent(service.game.name, (name, sum) -> sum + service.charged());
            widest = service.at < from ? widest : Math.max(widest, range(charged));
        }
        return widest;
    }

    private static long range(Map<String, Long> charged) {
        long most = Long.MIN_VALUE;
        long least = Long.MAX_VALUE;
        for (long sum : charged.values()) {
            most = Math.max(most, sum);
            least = Math.min(least, sum);
        }
        return most - least;
    }

    /** The most that one call was charged. */
    long largest() {
        return services.stream().mapToLong(Service::charged).max().orElse(0);
    }
}
