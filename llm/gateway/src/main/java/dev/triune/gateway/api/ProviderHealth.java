/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The providers that are out of service or slow, with the causes, and the last error of each. Logs
 * each change once, however often it recurs, and its end at the same level. Broker's thread only, except
 * {@link #problems}, {@link #slow} and {@link #lastErrors}.
 */
public final class ProviderHealth implements BrokerListener {
    private static final Logger LOG = System.getLogger(ProviderHealth.class.getName());
    private static final int MAX_MESSAGE = 200;
    private static final int MAX_FAILURES = 16;
    private static final String OPEN = "circuit breaker open";

    /** How many calls in a row have to fail, without an answer in between, to be a problem. */
    private static final int FAILURES_IN_A_ROW = 3;

    /** The codes of failures of a provider, not of the request. */
    private static final Set<String> OUTAGES = Stream.of(
                    FailureCode.UNREACHABLE,
                    FailureCode.PROVIDER_TIMEOUT,
                    FailureCode.PROVIDER_ERROR,
                    FailureCode.CUT_OFF,
                    FailureCode.UNREADABLE_ANSWER)
            .map(FailureCode::code)
            .collect(Collectors.toUnmodifiableSet());

    private final InstantSource clock;

    /** The last failure code of each key, or of a model at it. */
    private final Map<String, FailureCode> refusals = new HashMap<>();

    /** The problem of each provider that was logged last, and since when it has one. */
    private final Map<String, Trouble> logged = new HashMap<>();

    /** The calls that failed since the last answer, by provider. */
    private final Map<String, Failing> failing = new HashMap<>();

    /** The provider that the requests of another fell back to last. */
    private final Map<String, String> fellBackTo = new HashMap<>();

    /** The duration of the call that ended last. */
    private Duration lastCall = Duration.ZERO;

    private final Map<String, ProviderSpeed> speeds = new HashMap<>();

    /** Since when each slow provider is slow. */
    private final Map<String, Instant> slowSince = new HashMap<>();

    /** The duration of the last call of the request that is ending. */
    private Duration latency = Duration.ZERO;

    private boolean backlog; // whether it was logged that many requests wait

    /** The failed calls of open requests. */
    private final Map<Ticket, List<CallError>> failures = new HashMap<>();

    private final Map<String, CallError> lastErrors = new ConcurrentHashMap<>();
    private volatile Map<String, String> problems = Map.of();
    private volatile Map<String, String> slow = Map.of();

    /** Creates the health of providers without known problems. */
    public ProviderHealth(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A failed call. Immutable.
     *
     * @param code the cause, such as {@code unreachable}
     * @param message the cause for people; contains neither a key nor a prompt
     */
    public record CallError(Instant at, String provider, String code, String message) {
        /** Returns code, message and time, as in the log. */
        public String text() {
            return code + ": " + message + ", at " + at.truncatedTo(ChronoUnit.SECONDS);
        }
    }

    private record Trouble(String problem, Instant since) {}

    /** Calls that failed in a row, and when the first of them began. */
    private record Failing(int calls, Instant since) {}

    /** Returns the problems of providers that are out of service, by name. Any thread. */
    public Map<String, String> problems() {
        return problems;
    }

    /** Returns the providers that are in service but slow, in words, by name. Any thread. */
    public Map<String, String> slow() {
        return slow;
    }

    /** Returns the last error of each provider that had one, by name. Any thread. */
    public Map<String, CallError> lastErrors() {
        return Map.copyOf(lastErrors);
    }

    /** Returns the failed calls of a request that has ended, once, the oldest first. */
    List<CallError> takeFailures(Ticket ticket) {
        List<CallError> failed = failures.remove(ticket);
        return failed == null ? List.of() : failed;
    }

    @Override
    public void keyDisabled(String key, FailureCode why, Duration time) {
        refusals.put(key, why);
    }

    @Override
    public void callFailed(Ticket ticket, String provider, String code, String message) {
        String words = line(message);
        CallError error = new CallError(clock.instant(), provider, code, words);
        lastErrors.put(provider, error);
        if (OUTAGES.contains(code)) {
            Failing before =
                    failing.getOrDefault(provider, new Failing(0, error.at().minus(lastCall)));
            failing.put(provider, new Failing(before.calls() + 1, before.since()));
        }
        List<CallError> ofRequest = failures.computeIfAbsent(ticket, key -> new ArrayList<>());
        if (ofRequest.size() < MAX_FAILURES) {
            ofRequest.add(error);
        }
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        lastCall = sinceCall; // of which callFailed tells next, if it failed
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        fellBackTo.put(from, to);
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        latency = telemetry.latency();
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        if (outcome instanceof Outcome.Finished finished) {
            failing.remove(finished.provider());
        }
        if (outcome instanceof Outcome.Finished finished && finished.usage().output() > 0) {
            speeds.computeIfAbsent(finished.provider(), name -> new ProviderSpeed())
                    .answered(clock.instant(), latency, finished.usage().output());
        }
    }

    /** Returns a message as one line of bounded length. */
    private static String line(String message) {
        String plain = message.replaceAll("\\p{Cntrl}+", " ").strip();
        return plain.length() <= MAX_MESSAGE ? plain : plain.substring(0, MAX_MESSAGE) + "…";
    }

    /** Compares the providers with their last state, and logs changes. */
    void update(BrokerStats stats) {
        Map<String, String> unavailable = new LinkedHashMap<>();
        Map<String, String> slowOnes = new LinkedHashMap<>();
        for (ProviderStats provider : stats.providers()) {
            String problem = problemOf(provider);
            boolean limited = problem.isEmpty() && !provider.cooldown().isZero();
            log(provider.name(), limited ? "rate limited" : problem);
            if (!problem.isEmpty()) {
                unavailable.put(provider.name(), described(provider.name()));
            }
            String slowness = slowness(provider.name());
            if (!slowness.isEmpty()) {
                slowOnes.put(provider.name(), slowness);
            }
        }
        problems = Collections.unmodifiableMap(unavailable);
        slow = Collections.unmodifiableMap(slowOnes);
        logBacklog(stats.providers().stream().mapToInt(ProviderStats::waiting).sum());
    }

    /** Returns that a provider is slow and since when; empty if it is not. Logs changes. */
    private String slowness(String provider) {
        Instant now = clock.instant();
        ProviderSpeed speed = speeds.get(provider);
        String words = speed == null ? "" : speed.slowness(now).orElse("");
        Instant since = slowSince.get(provider);
        if (!words.isEmpty() && since == null) {
            since = now;
            slowSince.put(provider, now);
            LOG.log(
                    Level.WARNING,
                    "provider " + provider + " is " + words + "; it is called all the same");
        } else if (words.isEmpty() && since != null) {
            slowSince.remove(provider);
            LOG.log(
                    Level.WARNING,
                    "provider " + provider + " is no longer slow (was for "
                            + Duration.between(since, now).toSeconds() + " s)");
        }
        return words.isEmpty() || since == null
                ? ""
                : words + ", since " + since.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Logs that many requests wait, once until none do. */
    private void logBacklog(int waiting) {
        if (waiting > BrokerStats.BACKLOG_THRESHOLD && !backlog) {
            backlog = true;
            LOG.log(
                    Level.WARNING,
                    waiting + " requests wait (raise the limits, or add a provider)");
        } else if (waiting == 0 && backlog) {
            backlog = false;
            LOG.log(Level.WARNING, "no requests wait any more");
        }
    }

    private String problemOf(ProviderStats provider) {
        boolean allOut = !provider.keys().isEmpty()
                && provider.keys().stream().noneMatch(KeyStats::inService);
        if (allOut) {
            String why = provider.keys().stream()
                    .map(key -> refusals.get(key.name()))
                    .filter(code -> code != null)
                    .map(FailureCode::code)
                    .distinct()
                    .collect(Collectors.joining(", "));
            return "no key in service" + (why.isEmpty() ? "" : " (" + why + ")");
        }
        if (provider.breakerOpen()) {
            return OPEN;
        }
        Failing failed = failing.get(provider.name());
        if (failed == null || failed.calls() < FAILURES_IN_A_ROW) {
            return "";
        }
        Trouble known = logged.get(provider.name()); // on trial, it is not back yet
        return known != null && known.problem().equals(OPEN) ? OPEN : "its last calls failed";
    }

    /** Returns the problem of a provider that has one, with its beginning and its last error. */
    private String described(String provider) {
        Trouble trouble = Objects.requireNonNull(logged.get(provider));
        CallError last = lastErrors.get(provider);
        String other = fellBackTo.get(provider);
        return trouble.problem() + ", since " + trouble.since().truncatedTo(ChronoUnit.SECONDS)
                + (other == null ? "" : "; its requests go to " + other)
                + (last == null ? "" : "; last error: " + last.text());
    }

    /** Returns when a problem began: with the first call that failed, or the problem before. */
    private Instant beginning(String provider, @Nullable Trouble before, Instant now) {
        Failing failed = failing.get(provider);
        Instant first = failed == null ? now : failed.since();
        return before != null && before.since().isBefore(first) ? before.since() : first;
    }

    private void log(String provider, String problem) {
        Trouble before = logged.get(provider);
        String previous = before == null ? "" : before.problem();
        if (problem.equals(previous)) {
            return;
        }
        Instant now = clock.instant();
        if (problem.isEmpty() && before != null) {
            logged.remove(provider);
            fellBackTo.remove(provider);
            LOG.log(
                    Level.WARNING,
                    "provider " + provider + " is back in service (was: " + previous + ", for "
                            + Duration.between(before.since(), now).toSeconds() + " s)");
        } else {
            logged.put(provider, new Trouble(problem, beginning(provider, before, now)));
            LOG.log(Level.WARNING, "provider " + provider + ": " + described(provider));
        }
    }
}
