/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Timers;
import dev.triune.llm.internal.protocol.GatewayMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/** Sends heartbeats to a gateway every {@link #INTERVAL}; logs each outage once. Thread-safe. */
public final class HeartbeatSender implements Callback, AutoCloseable {
    /** The interval of heartbeats; a gateway drops a game after 60 s without one. */
    static final Duration INTERVAL = Duration.ofSeconds(30);

    private static final Logger LOG = Logger.getLogger(HeartbeatSender.class.getName());

    private final GatewayClient link;
    private final Timers timers;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean inFlight = new AtomicBoolean();
    private final AtomicBoolean outage = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Timers.Timer next = () -> {};

    public HeartbeatSender(GatewayClient link, Timers timers) {
        this.link = link;
        this.timers = timers;
    }

    public void start() {
        if (started.compareAndSet(false, true)) {
            scheduleNext(Duration.ZERO);
        }
    }

    private void scheduleNext(Duration delay) {
        next = timers.after(delay, this::beat);
        if (closed) {
            next.cancel();
        }
    }

    private void beat() {
        if (closed) {
            return;
        }
        scheduleNext(INTERVAL);
        if (inFlight.compareAndSet(false, true)) {
            link.heartbeat(this);
        }
    }

    @Override
    public void onResponse(Call call, Response response) {
        String body;
        try (response) {
            body = response.peekBody(FailureClassifier.MAX_BODY_BYTES).string();
        } catch (IOException e) {
            onFailure(call, e);
            return;
        } finally {
            inFlight.set(false); // first, so that observers of this one can send the next
        }
        if (response.isSuccessful()) {
            link.pause.updateActiveGames(GatewayMessage.body(body).activeGames());
            logRecovered();
        } else {
            logOutage("status " + response.code());
        }
    }

    @Override
    public void onFailure(Call call, IOException cause) {
        inFlight.set(false);
        logOutage(cause.getClass().getSimpleName());
    }

    private void logRecovered() {
        if (outage.compareAndSet(true, false)) {
            LOG.info(link.server() + " takes heartbeats again");
        }
    }

    private void logOutage(String why) {
        if (!closed && outage.compareAndSet(false, true)) {
            LOG.warning(link.server() + " takes no heartbeat: " + why);
        }
    }

    @Override
    public void close() {
        closed = true;
        next.cancel();
    }
}
