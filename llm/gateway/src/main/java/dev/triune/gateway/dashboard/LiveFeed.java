/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.server.EventStream;
import dev.triune.gateway.server.Events;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.session.ErrorCode;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The live figures: each viewer gets the history with the first event, then one event a second, the
 * same bytes for all. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
    /** How many may look at once. */
    static final int MOST_VIEWERS = 64;

    private static final Logger LOG = System.getLogger(LiveFeed.class.getName());
    private static final byte[] END = ": the gateway stops\n\n".getBytes(StandardCharsets.UTF_8);

    private final Figures figures;
    private final Supplier<CompletableFuture<Snapshot>> snapshots;

    /** All who look; those that have had their first event get the next ones. */
    private final Set<Viewer> viewers = new LinkedHashSet<>();

    private boolean closed;

    /**
     * A feed without viewers.
     *
     * @param snapshots asked for, from any thread, each time there is something to send
     */
    LiveFeed(Figures figures, Supplier<CompletableFuture<Snapshot>> snapshots) {
        this.figures = figures;
        this.snapshots = snapshots;
    }

    /**
     * {@code GET /api/llm/live}.
     *
     * @throws Refused if too many look
     */
    void open(Exchange exchange) throws Refused {
        Viewer viewer = new Viewer(exchange.stream());
        synchronized (this) {
            if (closed) {
                throw new Refused(stopping());
            }
            if (viewers.size() >= MOST_VIEWERS) {
                throw new Refused(Problem.passing(
                        ErrorCode.TOO_MANY_STREAMS,
                        "as many look at the dashboard as can (" + MOST_VIEWERS + ")",
                        Duration.ofSeconds(5)));
            }
            viewers.add(viewer);
        }
        exchange.onGone(() -> gone(viewer));
        var unused = snapshots
                .get()
                .thenAccept(snapshot -> begin(viewer, snapshot))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        gone(viewer);
                        tell(failure, exchange);
                    }
                });
    }

    /** Answers with a problem if there is one: the broker is gone, or this has a fault. */
    static void tell(@Nullable Throwable failure, Exchange exchange) {
        if (failure == null) {
            return;
        }
        Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
        if (why instanceof RejectedExecutionException) {
            exchange.problem(stopping());
        } else {
            LOG.log(Level.ERROR, "the dashboard has a fault", failure);
            exchange.problem(Problem.of(ErrorCode.INTERNAL, "a fault of the gateway"));
        }
    }

    private static Problem stopping() {
        return Problem.passing(
                ErrorCode.DRAINING, "the gateway is being stopped", Duration.ofSeconds(5));
    }

    private void begin(Viewer viewer, Snapshot snapshot) {
        ObjectNode first = SnapshotJson.of(snapshot);
        first.set("history", SnapshotJson.history(figures.history()));
        viewer.stream.send(Events.of(first));
        synchronized (this) {
            viewer.begun = true;
        }
    }

    /** Sends everyone the figures of now. To be called once a second. */
    void send() {
        if (viewers() > 0) {
            var unused = snapshots.get().thenAccept(this::send).whenComplete((done, failure) -> {
                if (failure != null) {
                    LOG.log(Level.DEBUG, "nothing to show: {0}", failure.toString());
                }
            });
        }
    }

    private void send(Snapshot snapshot) {
        ObjectNode next = SnapshotJson.of(snapshot);
        List<History.Point> history = figures.history();
        if (!history.isEmpty()) {
            next.set(
                    "points",
                    SnapshotJson.history(history.subList(history.size() - 1, history.size())));
        }
        byte[] event = Events.of(next);
        for (Viewer viewer : begun()) {
            viewer.stream.send(event);
        }
    }

    private synchronized List<Viewer> begun() {
        return viewers.stream().filter(viewer -> viewer.begun).toList();
    }

    /** How many look. */
    synchronized int viewers() {
        return viewers.size();
    }

    private synchronized void gone(Viewer viewer) {
        viewers.remove(viewer);
    }

    /** Ends all streams, and takes no more viewers. */
    @Override
    public void close() {
        List<Viewer> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(viewers);
            viewers.clear();
        }
        all.forEach(viewer -> viewer.stream.end(END));
    }

    private static final class Viewer {
        final EventStream stream;
        boolean begun;

        Viewer(EventStream stream) {
            this.stream = stream;
        }
    }
}
