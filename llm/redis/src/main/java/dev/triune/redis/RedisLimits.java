/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Limits that several gateways share through Redis. A script in Redis leases a few requests and
 * tokens of each key in advance; the broker's owner spends the lease and never waits. Redis counts
 * a lease as used until the gateway reports its usage, so the gateways together stay within each
 * limit in every window.
 *
 * <ul>
 *   <li>A cooldown reaches the other gateways within {@link #MAX_PROPAGATION_DELAY}, or earlier
 *       with any lease that they request.
 *   <li>A burst ({@link Limits#burst}) applies per gateway: gateways that start at the same moment
 *       may together send one burst each.
 *   <li>Limits of input tokens or of output tokens alone apply per gateway: configure each gateway
 *       with its part of them.
 *   <li>Keys without known limits share only cooldowns.
 *   <li>Of {@linkplain #amount amounts} each gateway has a slice in hand, and spends nothing beyond
 *       it, whatever becomes of Redis: together they never exceed the whole.
 *   <li>{@linkplain #tell Lines} reach the other gateways within a second, in addition to the
 *       latency of Redis; the names that they are about are hashed.
 *   <li>While Redis is not available, and while a new or empty one is {@linkplain
 *       LocalShare#SETTLING settling}, a {@link LocalShare} applies, which bounds over-use.
 * </ul>
 *
 * The methods of {@link SharedLimits} are for the broker's owner; {@link #redisHealth} and
 * {@link #problem} may be called on any thread. It runs on its own daemon thread, and Lettuce's, until it is closed.
 */
public final class RedisLimits implements SharedLimits {
    /**
     * The maximum delay until a cooldown reaches a gateway that uses the same key, in addition to
     * the latency of Redis.
     */
    public static final Duration MAX_PROPAGATION_DELAY =
            Duration.ofMillis(LeasedBudget.REFRESH_MILLIS + RedisLimitsBuilder.PERIOD.toMillis());

    /** The maximum number of shared keys; further keys always have a {@link LocalShare}. */
    static final int MAX_KEYS = 1_024;

    /** The maximum number of amounts in use; of further ones nothing is granted. */
    static final int MAX_AMOUNTS = 20_000;

    private static final Logger LOG = System.getLogger(RedisLimits.class.getName());

    private final RedisLimitsBuilder settings;
    private final long origin;
    private final RedisConnector connector;
    private final GatewayPresence presence;
    private final PeriodicTask periodicTask;
    private final Map<String, LeasedBudget> budgets = new LinkedHashMap<>();
    private final Map<String, LeasedAmount> amounts = new LinkedHashMap<>();
    private int amountsOpened;
    private final ToldLines lines = new ToldLines();
    private final SharingState sharingState = new SharingState();

    RedisLimits(RedisLimitsBuilder settings) {
        this.settings = settings;
        this.origin = settings.ticker.nanos();
        this.connector = settings.newConnector();
        this.presence = new GatewayPresence(settings.gateways, settings.silence);
        this.periodicTask = new PeriodicTask(this::run, settings.startsThread);
    }

    /** Starts connecting and sharing. */
    void start() {
        periodicTask.start(RedisLimitsBuilder.PERIOD);
    }

    /**
     * Creates a builder.
     *
     * @param address {@code redis://user:password@host:port/database}, Redis 5 or newer
     */
    public static RedisLimitsBuilder at(String address) {
        return new RedisLimitsBuilder(address);
    }

    // ---- called by the broker's owner

    @Override
    public SharedBudget budget(String key, Limits limits) {
        synchronized (budgets) {
            LeasedBudget known = budgets.get(key);
            if (known != null && known.limits().equals(limits)) {
                return known;
            }
            boolean hasRoom = known != null || budgets.size() < MAX_KEYS;
            LeasedBudget budget = new LeasedBudget(
                    hasRoom ? leaseContext : localContext, limits, settings.longestCall);
            if (hasRoom) {
                budgets.put(key, budget);
            }
            return budget;
        }
    }

    @Override
    public Optional<SharedAmount> amount(String name, long limit, long spent, Duration life) {
        long at = leaseContext.millis(settings.ticker.nanos());
        String key = GameHeartbeats.hash(name);
        synchronized (amounts) {
            LeasedAmount amount = amounts.get(key);
            if (amount == null && amounts.size() >= MAX_AMOUNTS) {
                amounts.values().removeIf(each -> each.isForgettable(at));
            }
            if (amount == null) {
                boolean hasRoom = amounts.size() < MAX_AMOUNTS;
                amount = new LeasedAmount(
                        hasRoom ? leaseContext : localContext,
                        ++amountsOpened,
                        limit,
                        spent,
                        life,
                        at);
                if (hasRoom) {
                    amounts.put(key, amount);
                }
            }
            amount.use(limit, at);
            return Optional.of(amount);
        }
    }

    @Override
    public void tell(String name, Told line) {
        lines.tell(name, line, leaseContext.millis(settings.ticker.nanos()));
        periodicTask.runSoon();
    }

    @Override
    public Optional<Told> told(String name) {
        return Optional.ofNullable(lines.told(name, leaseContext.millis(settings.ticker.nanos())));
    }

    @Override
    public void heartbeat(String game, long now) {
        presence.heartbeats().heartbeat(game, leaseContext.millis(now));
    }

    /** {@inheritDoc} The count is a few seconds old, but never below that of this gateway. */
    @Override
    public int activeTenants(int here) {
        return Math.max(here, presence.activeGames(leaseContext.millis(settings.ticker.nanos())));
    }

    /** {@inheritDoc} While Redis is not available, it says for how long, and why. */
    @Override
    public Optional<String> problem() {
        RedisHealth health = redisHealth();
        return switch (health.sharingMode()) {
            case SHARED -> Optional.empty();
            case ALONE ->
                Optional.of("limits are not shared, for " + health.since().toSeconds() + " s: "
                        + health.reason());
            case STARTING, SETTLING ->
                Optional.of(health.sharingMode().name().toLowerCase(Locale.ROOT));
        };
    }

    /** Returns the state of sharing. */
    public RedisHealth redisHealth() {
        long at = leaseContext.millis(settings.ticker.nanos());
        return sharingState.health(presence.settling(at), presence.gateways(), at);
    }

    // ---- periodic work

    private void run() {
        var unused = sendDue(); // failures are handled where they occur
    }

    /** Sends the due requests; completes with the last reply. */
    CompletableFuture<Void> sendDue() {
        long now = settings.ticker.nanos();
        long at = leaseContext.millis(now);
        RedisConnector.ScriptConnection scriptConnection = connector.connection();
        if (scriptConnection == null) {
            return connector.shouldConnect(at)
                    ? connect()
                    : CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        if (presence.isDue(at)) {
            sent.add(announce(scriptConnection, at));
        }
        if (!presence.epoch().isEmpty()) {
            copyOfBudgets()
                    .forEach((key, budget) -> budget.nextRequest(now)
                            .ifPresent(leaseRequest ->
                                    sent.add(send(scriptConnection, key, budget, leaseRequest))));
            copyOfAmounts()
                    .forEach((key, amount) -> amount.nextRequest(
                                    at, settings.clock.getAsLong(), presence.name())
                            .ifPresent(request ->
                                    sent.add(send(scriptConnection, key, amount, request))));
            ToldLines.ToldRequest request = lines.nextRequest(presence.epoch(), at);
            if (request != null) {
                sent.add(send(scriptConnection, request));
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new));
    }

    private Map<String, LeasedBudget> copyOfBudgets() {
        synchronized (budgets) {
            return new LinkedHashMap<>(budgets);
        }
    }

    private Map<String, LeasedAmount> copyOfAmounts() {
        synchronized (amounts) {
            return new LinkedHashMap<>(amounts);
        }
    }

    private CompletableFuture<Void> connect() {
        return connector.connect().handle((scriptConnection, failure) -> {
            if (failure != null) {
                onConnectionLost(null, failure);
            }
            periodicTask.runSoon();
            return null;
        });
    }

    private CompletableFuture<Void> announce(
            RedisConnector.ScriptConnection scriptConnection, long at) {
        List<String> values = new ArrayList<>();
        values.add(String.valueOf(settings.clock.getAsLong()));
        boolean toldAll = copyOfBudgets().values().stream()
                .allMatch(budget -> budget.hasTold(presence.epoch(), at));
        values.addAll(presence.announcement(scriptConnection.runId(), toldAll, at));
        List<String> keys =
                List.of(key("state"), key("gateways"), key("games"), key("told"), key("count"));
        return scriptConnection
                .run(RedisScript.PRESENCE, keys, values)
                .thenAccept(answer -> {
                    if (connector.connection() == scriptConnection) { // otherwise it was replaced
                        presence.onReply(answer, at, leaseContext.millis(settings.ticker.nanos()));
                        connector.resetBackoff();
                        changeState(RedisHealth.SharingMode.SHARED, "");
                        periodicTask.runSoon();
                    }
                })
                .exceptionally(failure -> onConnectionLost(scriptConnection, failure));
    }

    private CompletableFuture<Void> send(
            RedisConnector.ScriptConnection scriptConnection,
            String key,
            LeasedBudget budget,
            LeaseRequest leaseRequest) {
        List<String> keys = new ArrayList<>(List.of(key("state"), key("key:" + key)));
        budget.limitWindows()
                .forEach(limitWindow -> keys.add(key("key:" + key + ":" + limitWindow.name())));
        List<String> values =
                leaseRequest.arguments(settings.clock.getAsLong(), presence, budget.limitWindows());
        return scriptConnection
                .run(RedisScript.LEASE, keys, values)
                .thenAccept(answer -> onReply(budget, leaseRequest, LeaseReply.of(answer)))
                .exceptionally(failure -> {
                    budget.onFailure(leaseRequest);
                    return onConnectionLost(scriptConnection, failure);
                });
    }

    private CompletableFuture<Void> send(
            RedisConnector.ScriptConnection scriptConnection,
            String key,
            LeasedAmount amount,
            LeasedAmount.AmountRequest request) {
        return scriptConnection
                .run(
                        RedisScript.AMOUNT,
                        List.of(key("state"), key("amount:" + key)),
                        request.arguments().stream().map(String::valueOf).toList())
                .thenAccept(answer -> {
                    if (amount.onReply(request, answer)
                            && request.epoch().equals(presence.epoch())) {
                        presence.reset();
                    }
                    periodicTask.runSoon();
                })
                .exceptionally(failure -> {
                    amount.onFailure();
                    return onConnectionLost(scriptConnection, failure);
                });
    }

    private CompletableFuture<Void> send(
            RedisConnector.ScriptConnection scriptConnection, ToldLines.ToldRequest request) {
        return scriptConnection
                .run(
                        RedisScript.TOLD,
                        List.of(
                                key("state"),
                                key("told:lines"),
                                key("told:order"),
                                key("told:count")),
                        request.arguments())
                .thenAccept(answer -> {
                    if (lines.onReply(request, answer)
                            && request.epoch().equals(presence.epoch())) {
                        presence.reset();
                    }
                    periodicTask.runSoon();
                })
                .exceptionally(failure -> {
                    lines.onFailure(request);
                    return onConnectionLost(scriptConnection, failure);
                });
    }

    /**
     * Returns a key of Redis, with braces that put all keys of a script on one node of a cluster.
     */
    private String key(String name) {
        return "{" + settings.prefix + "}:" + name;
    }

    private void onReply(LeasedBudget budget, LeaseRequest leaseRequest, LeaseReply leaseReply) {
        long at = leaseContext.millis(settings.ticker.nanos());
        budget.answeredAfter(at - leaseRequest.sentAt());
        if (budget.onReply(leaseRequest, leaseReply)) {
            notifyOwner();
        }
        if (leaseReply.replyKind() == LeaseReply.ReplyKind.OTHER_EPOCH
                && leaseRequest.epoch().equals(presence.epoch())) {
            presence.reset();
            periodicTask.runSoon();
        }
    }

    private @Nullable Void onConnectionLost(
            RedisConnector.@Nullable ScriptConnection scriptConnection, Throwable failure) {
        if (connector.failed(scriptConnection, leaseContext.millis(settings.ticker.nanos()))) {
            presence.reset();
            changeState(RedisHealth.SharingMode.ALONE, connector.describe(failure));
        }
        return null;
    }

    private void notifyOwner() {
        try {
            settings.onChange.run();
        } catch (RuntimeException e) { // a bug of the caller: Redis stays in use
            LOG.log(Level.WARNING, "waking the owner failed: " + e.getClass().getName());
        }
    }

    private void changeState(RedisHealth.SharingMode next, String reason) {
        if (sharingState.changeTo(next, reason, leaseContext.millis(settings.ticker.nanos()))) {
            notifyOwner();
        }
        if (next == RedisHealth.SharingMode.ALONE) {
            copyOfAmounts().values().forEach(LeasedAmount::stopWaiting);
        }
    }

    /**
     * Returns all leases and releases all resources; blocks for at most a few timeouts. Close the
     * broker first, so that its calls have ended.
     */
    @Override
    public void close() {
        periodicTask.close();
        RedisConnector.ScriptConnection scriptConnection = connector.connection();
        if (scriptConnection != null) {
            long now = settings.ticker.nanos();
            List<CompletableFuture<Void>> last = new ArrayList<>();
            copyOfBudgets()
                    .forEach((key, budget) -> budget.finalRequest(now)
                            .ifPresent(leaseRequest ->
                                    last.add(send(scriptConnection, key, budget, leaseRequest))));
            copyOfAmounts()
                    .forEach((key, amount) -> amount.finalRequest(
                                    leaseContext.millis(now),
                                    settings.clock.getAsLong(),
                                    presence.name())
                            .ifPresent(request ->
                                    last.add(send(scriptConnection, key, amount, request))));
            awaitQuietly(CompletableFuture.allOf(last.toArray(CompletableFuture<?>[]::new)));
        }
        connector.close();
        copyOfAmounts().values().forEach(LeasedAmount::stopWaiting);
    }

    private void awaitQuietly(CompletableFuture<Void> all) {
        try {
            all.get(settings.timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "slices lapse by themselves: " + e.getClass().getName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final LeaseContext leaseContext = new RedisLeaseContext(false);

    /** The context of keys beyond {@link #MAX_KEYS}, which Redis does not know. */
    private final LeaseContext localContext = new RedisLeaseContext(true);

    private final class RedisLeaseContext implements LeaseContext {
        private final boolean localOnly;

        RedisLeaseContext(boolean localOnly) {
            this.localOnly = localOnly;
        }

        @Override
        public long millis(long nanos) {
            return Math.max(0, (nanos - origin) / 1_000_000);
        }

        @Override
        public String epoch() {
            return localOnly ? "" : presence.epoch();
        }

        @Override
        public boolean isRedisDown() {
            return localOnly || sharingState.isRedisDown();
        }

        @Override
        public int gateways() {
            return presence.gateways();
        }

        @Override
        public void wake() {
            periodicTask.runSoon();
        }
    }
}
