/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Limits that several gateways share through Redis. For each key a small slice of requests and
 * tokens is leased ahead of need, both together by one script inside Redis; the broker's owner spends
 * the slice and never waits. Since Redis counts what is leased as used until it hears more, the
 * gateways together stay within each limit in every window, however they use their slices.
 *
 * <ul>
 *   <li>A refusal at one gateway is heard by the others within {@link #LATEST_NEWS}, and the news
 *       travel with any slice that is fetched in between.
 *   <li>A burst ({@link Limits#burst}) is kept by each broker for itself: gateways that begin at the
 *       same moment may together send as many bursts as there are gateways.
 *   <li>Of limits without a number only cooldowns are shared.
 *   <li>While Redis is gone, and for the {@link LocalShare#SETTLING} that a new or empty one takes,
 *       calls are served on a {@link LocalShare}, which bounds over-use.
 * </ul>
 *
 * The methods of {@link SharedLimits} are the broker's owner's; {@link #health} may be asked by any
 * thread. It runs on a daemon thread of its own, and Lettuce's, until it is closed.
 */
public final class RedisLimits implements SharedLimits, AutoCloseable {
    /**
     * How late a gateway that uses a key hears of a refusal at another one, at the most, besides the
     * time that Redis takes.
     */
    public static final Duration LATEST_NEWS =
            Duration.ofMillis(KeySlice.REFRESH + RedisLimitsBuilder.PULSE.toMillis());

    /** Keys that are shared at the most; those beyond get a {@link LocalShare} for good. */
    static final int MOST_KEYS = 1_024;

    private static final Logger LOG = System.getLogger(RedisLimits.class.getName());

    private final RedisLimitsBuilder settings;
    private final long origin;
    private final RedisLink link;
    private final Presence presence;
    private final Pulse pulse;
    private final Map<String, KeySlice> slices = new LinkedHashMap<>();
    private final Standing standing = new Standing();

    RedisLimits(RedisLimitsBuilder settings) {
        this.settings = settings;
        this.origin = settings.ticker.nanos();
        this.link = new RedisLink(settings.address, settings.timeout);
        this.presence = new Presence(settings.gateways, settings.silence);
        this.pulse = new Pulse(this::turn, settings.ownThread);
    }

    /** Connects, and goes on until it is closed. */
    void start() {
        pulse.start(RedisLimitsBuilder.PULSE);
    }

    /**
     * Begins to describe it.
     *
     * @param address as {@code redis://user:password@host:port/database}, Redis 5 or newer
     */
    public static RedisLimitsBuilder at(String address) {
        return new RedisLimitsBuilder(address);
    }

    // ---- the broker's

    @Override
    public Slice slice(String key, Limits limits) {
        synchronized (slices) {
            KeySlice known = slices.get(key);
            if (known != null && known.limits().equals(limits)) {
                return known;
            }
            boolean room = known != null || slices.size() < MOST_KEYS;
            KeySlice slice = new KeySlice(room ? hub : apart, limits, settings.longestCall);
            if (room) {
                slices.put(key, slice);
            }
            return slice;
        }
    }

    @Override
    public void sign(String game, long now) {
        presence.signs().sign(game, hub.millis(now));
    }

    /** {@inheritDoc} The count is a few seconds old; never less than those here. */
    @Override
    public int activeGames(int here) {
        return Math.max(here, presence.games(hub.millis(settings.ticker.nanos())));
    }

    /** How the sharing goes. */
    public Health health() {
        long at = hub.millis(settings.ticker.nanos());
        return standing.health(presence.settling(at), presence.gateways(), at);
    }

    // ---- turns of work

    private void turn() {
        var unused = pulse(); // its failures are dealt with where they happen
    }

    /** Sends what is due; ends when all of it is answered. */
    CompletableFuture<Void> pulse() {
        long now = settings.ticker.nanos();
        long at = hub.millis(now);
        RedisLink.Wire wire = link.wire();
        if (wire == null) {
            return link.shouldConnect(at) ? connect() : CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        if (presence.due(at)) {
            sent.add(announce(wire, at));
        }
        if (!presence.epoch().isEmpty()) {
            copyOfSlices()
                    .forEach((key, slice) -> slice.next(now)
                            .ifPresent(fetch -> sent.add(send(wire, key, slice, fetch))));
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new));
    }

    private Map<String, KeySlice> copyOfSlices() {
        synchronized (slices) {
            return new LinkedHashMap<>(slices);
        }
    }

    private CompletableFuture<Void> connect() {
        return link.connect().handle((wire, failure) -> {
            if (failure != null) {
                lost(null, failure);
            }
            pulse.soon();
            return null;
        });
    }

    private CompletableFuture<Void> announce(RedisLink.Wire wire, long at) {
        List<String> values = new ArrayList<>();
        values.add(String.valueOf(settings.clock.getAsLong()));
        values.addAll(presence.announce(wire.run, at));
        List<String> keys = List.of(key("epoch"), key("gateways"), key("games"), key("count"));
        return wire.run(Script.PRESENCE, keys, values)
                .thenAccept(answer -> {
                    if (link.wire() == wire) { // else given up meanwhile
                        presence.answered(answer, at, hub.millis(settings.ticker.nanos()));
                        link.works();
                        became(Health.State.SHARED, "");
                        pulse.soon();
                    }
                })
                .exceptionally(failure -> lost(wire, failure));
    }

    private CompletableFuture<Void> send(
            RedisLink.Wire wire, String key, KeySlice slice, Fetch fetch) {
        List<String> keys = new ArrayList<>(List.of(key("epoch"), key("key:" + key)));
        slice.windows().forEach(window -> keys.add(key("key:" + key + ":" + window.name())));
        List<String> values = new ArrayList<>(List.of(
                String.valueOf(settings.clock.getAsLong()),
                fetch.epoch(),
                String.valueOf(LocalShare.SETTLING.toMillis()),
                presence.name(),
                String.valueOf(fetch.sequence()),
                String.valueOf(KeySlice.LEASE_LIFE),
                String.valueOf(fetch.callLife()),
                String.valueOf(KeySlice.WISH_LIFE)));
        values.addAll(fetch.arguments(slice.windows()));
        return wire.run(Script.LEASE, keys, values)
                .thenAccept(answer -> heard(slice, fetch, Reply.of(answer)))
                .exceptionally(failure -> {
                    slice.failed(fetch);
                    return lost(wire, failure);
                });
    }

    /** The braces keep what one script touches on one node of a cluster. */
    private String key(String name) {
        return "{" + settings.prefix + "}:" + name;
    }

    private void heard(KeySlice slice, Fetch fetch, Reply reply) {
        if (slice.replied(fetch, reply)) {
            changed();
        }
        if (reply.kind() == Reply.Kind.OTHER_EPOCH && fetch.epoch().equals(presence.epoch())) {
            presence.forget();
            pulse.soon();
        }
    }

    private @Nullable Void lost(RedisLink.@Nullable Wire wire, Throwable failure) {
        if (link.failed(wire, hub.millis(settings.ticker.nanos()))) {
            presence.forget();
            became(Health.State.ALONE, Failures.inWords(failure));
        }
        return null;
    }

    private void changed() {
        try {
            settings.onChange.run();
        } catch (RuntimeException e) { // nobody's fault here: Redis stays in use
            LOG.log(Level.WARNING, "waking the owner failed: " + e.getClass().getName());
        }
    }

    private void became(Health.State next, String why) {
        if (standing.became(next, why, hub.millis(settings.ticker.nanos()))) {
            changed();
        }
    }

    /**
     * Gives back what is in hand and lets go of everything, waiting for a few timeouts at the most.
     * Close the broker first, so that its calls are over.
     */
    @Override
    public void close() {
        pulse.close();
        RedisLink.Wire wire = link.wire();
        if (wire != null) {
            long now = settings.ticker.nanos();
            List<CompletableFuture<Void>> last = new ArrayList<>();
            copyOfSlices()
                    .forEach((key, slice) -> slice.last(now)
                            .ifPresent(fetch -> last.add(send(wire, key, slice, fetch))));
            await(CompletableFuture.allOf(last.toArray(CompletableFuture<?>[]::new)));
        }
        link.close();
    }

    private void await(CompletableFuture<Void> all) {
        try {
            all.get(settings.timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "slices lapse by themselves: " + e.getClass().getName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final Hub hub = new SharedHub(false);

    /** Of keys beyond the bound: Redis is never asked for them. */
    private final Hub apart = new SharedHub(true);

    private final class SharedHub implements Hub {
        private final boolean apart;

        SharedHub(boolean apart) {
            this.apart = apart;
        }

        @Override
        public long millis(long nanos) {
            return Math.max(0, (nanos - origin) / 1_000_000);
        }

        @Override
        public String epoch() {
            return apart ? "" : presence.epoch();
        }

        @Override
        public boolean gone() {
            return apart || standing.gone();
        }

        @Override
        public int gateways() {
            return presence.gateways();
        }

        @Override
        public void wake() {
            pulse.soon();
        }
    }
}
