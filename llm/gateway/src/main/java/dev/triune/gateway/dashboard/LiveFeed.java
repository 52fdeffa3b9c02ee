/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
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
 * The live feed of statistics: each viewer receives the history with the first event, then one
 * event per second, whose bytes all viewers share. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
    /** The maximum number of viewers. */
    static final int MAX_VIEWERS = 64;

    private static final Logger LOG = System.getLogger(LiveFeed.class.getName());
    private static final byte[] END = ": the gateway stops\n\n".getBytes(StandardCharsets.UTF_8);

    private final ActivityRecorder activityRecorder;
    private final Supplier<CompletableFuture<DashboardSnapshot>> snapshots;

    /** All viewers; those that have received the first event receive the next ones. */
    private final Set<Viewer> viewers = new LinkedHashSet<>();

    private boolean closed;

    /**
     * Creates a feed without viewers.
     *
     * @param snapshots takes a snapshot; called on any thread
     */
    LiveFeed(
            ActivityRecorder activityRecorder,
            Supplier<CompletableFuture<DashboardSnapshot>> snapshots) {
        this.activityRecorder = activityRecorder;
        this.snapshots = snapshots;
    }

    /**
     * Handles {@code GET /api/llm/live}.
     *
     * @throws ProblemException if there are too many viewers
     */
    void open(ServerExchange serverExchange) throws ProblemException {
        Viewer viewer = new Viewer(serverExchange.stream());
        synchronized (this) {
            if (closed) {
                throw new ProblemException(Problem.draining());
            }
            if (viewers.size() >= MAX_VIEWERS) {
                throw new ProblemException(Problem.retryable(
                        ErrorCode.TOO_MANY_STREAMS,
                        "as many look at the dashboard as can (" + MAX_VIEWERS + ")",
                        Duration.ofSeconds(5)));
            }
            viewers.add(viewer);
        }
        serverExchange.onDisconnect(() -> remove(viewer));
        var unused = snapshots
                .get()
                .thenAccept(dashboardSnapshot -> sendFirst(viewer, dashboardSnapshot))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        remove(viewer);
                        respondToFailure(failure, serverExchange);
                    }
                });
    }

    /** Responds with a problem after a failure: the broker is closed, or there is a bug. */
    static void respondToFailure(@Nullable Throwable failure, ServerExchange serverExchange) {
        if (failure == null) {
            return;
        }
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof RejectedExecutionException) {
            serverExchange.respondWithProblem(Problem.draining());
        } else {
            LOG.log(Level.ERROR, "the dashboard has a fault", failure);
            serverExchange.respondWithProblem(Problem.internal());
        }
    }

    private void sendFirst(Viewer viewer, DashboardSnapshot dashboardSnapshot) {
        ObjectNode first = DashboardJson.of(dashboardSnapshot);
        first.set("history", DashboardJson.history(activityRecorder.history()));
        first.set("day", DashboardJson.history(activityRecorder.day()));
        viewer.stream.send(ServerSentEvents.of(first));
        synchronized (this) {
            viewer.started = true;
        }
    }

    /** Sends the current statistics to all viewers. Call it once a second. */
    void send() {
        if (viewers() > 0) {
            var unused = snapshots.get().thenAccept(this::send).whenComplete((done, failure) -> {
                if (failure != null) {
                    LOG.log(Level.DEBUG, "nothing to show: {0}", failure.toString());
                }
            });
        }
    }

    private void send(DashboardSnapshot dashboardSnapshot) {
        ObjectNode next = DashboardJson.of(dashboardSnapshot);
        List<ChartHistory.ChartPoint> history = activityRecorder.history();
        if (!history.isEmpty()) {
            next.set(
                    "points",
                    DashboardJson.history(history.subList(history.size() - 1, history.size())));
        }
        List<ChartHistory.ChartPoint> day = activityRecorder.day();
        if (!day.isEmpty()) {
            next.set("minute", DashboardJson.history(day.subList(day.size() - 1, day.size())));
        }
        byte[] event = ServerSentEvents.of(next);
        for (Viewer viewer : receivingViewers()) {
            viewer.stream.send(event);
        }
    }

    private synchronized List<Viewer> receivingViewers() {
        return viewers.stream().filter(viewer -> viewer.started).toList();
    }

    /** Returns the number of viewers. */
    synchronized int viewers() {
        return viewers.size();
    }

    private synchronized void remove(Viewer viewer) {
        viewers.remove(viewer);
    }

    /** Ends all streams and stops admitting viewers. */
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
        boolean started;

        Viewer(EventStream stream) {
            this.stream = stream;
        }
    }
}
