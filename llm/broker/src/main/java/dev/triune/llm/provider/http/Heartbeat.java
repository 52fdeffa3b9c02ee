/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.wire.GatewayReply;
import dev.triune.llm.time.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/**
 * Signs of life of a game to its gateway: one at once, then one every {@link #EVERY}, until it is
 * closed. One that is still under way is not overtaken by the next. An outage is logged once, and
 * its end. Thread-safe.
 */
final class Heartbeat implements Callback, AutoCloseable {
    /** Between two of them; a gateway takes a game for gone after 60 s. */
    static final Duration EVERY = Duration.ofSeconds(30);

    private static final Logger LOG = Logger.getLogger(Heartbeat.class.getName());

    private final GatewayLink link;
    private final GatewayPause pause;
    private final Timers timers;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicBoolean outage = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Timers.Timer next = () -> {};

    Heartbeat(GatewayLink link, GatewayPause pause, Timers timers) {
        this.link = link;
        this.pause = pause;
        this.timers = timers;
    }

    /** Begins; a second time it does nothing. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            again(Duration.ZERO);
        }
    }

    private void again(Duration delay) {
        next = timers.after(delay, this::beat);
        if (closed) {
            next.cancel();
        }
    }

    private void beat() {
        if (closed) {
            return;
        }
        again(EVERY);
        if (underWay.compareAndSet(false, true)) {
            link.heartbeat(this);
        }
    }

    @Override
    public void onResponse(Call call, Response response) {
        ErrorBody body;
        try (response) {
            body = ErrorBody.of(response);
        } finally {
            underWay.set(false); // first, so that the next may come once anything is told of this
        }
        if (response.isSuccessful() && body.broke() == null) {
            GatewayReply.activeGames(body.text()).ifPresent(pause::shared);
            heard();
        } else {
            missed("status " + response.code());
        }
    }

    @Override
    public void onFailure(Call call, IOException cause) {
        underWay.set(false);
        missed(cause.getClass().getSimpleName());
    }

    private void heard() {
        if (outage.compareAndSet(true, false)) {
            LOG.log(Level.INFO, link.server() + " takes heartbeats again");
        }
    }

    private void missed(String why) {
        if (!closed && outage.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, link.server() + " takes no heartbeat: " + why);
        }
    }

    @Override
    public void close() {
        closed = true;
        next.cancel();
    }
}
