/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.ClientLimits;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.llm.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server: HTTP/1.1, and unencrypted HTTP/2 with prior knowledge. A few threads serve any
 * number of clients, since none of them blocks. Thread-safe.
 */
public final class JettyServer implements AutoCloseable {
    /** Names of models have slashes, which clients escape; no path is resolved here. */
    private static final UriCompliance ENCODED_SLASHES = UriCompliance.DEFAULT.with(
            "encoded-slashes", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR);

    private static final int HEADER_BYTES = 16 * 1024;
    private static final int THREADS = 16;

    /**
     * The number of connections beyond those that wait for answers: idle ones, dashboards, probes.
     */
    private static final int SPARE_CONNECTIONS = 1024;

    /** The number of clients that may connect at once; the default of 50 makes others wait long. */
    private static final int ACCEPT_QUEUE = 1024;

    /** The maximum number of control frames, such as resets, per client and second. */
    private static final int HTTP2_EVENTS = 1024;

    private static final int HTTP2_STREAMS = 1024;

    /** The time between two looks at the connections of a server that stops. */
    private static final long POLL_MILLIS = 5;

    private final Server server;
    private final ConnectionTracker connectionTracker;
    private final ServerConnector connector;
    private final Reaper reaper;
    private final GatewayHandler handler;
    private final String bind;
    private final @Nullable AccessLog accessLog;

    /**
     * Creates a server that is not started.
     *
     * @param ticker the clock
     * @param clock the wall clock, for the access log and request ids
     * @param keys the keys of games, null if there are none
     * @param writer runs what writes the buffered events of a stream
     * @param onSweep run a few times a second, always on the same thread
     * @throws IllegalArgumentException if other machines could call it without a token
     */
    public JettyServer(
            GatewaySettings settings,
            HttpRoutes routes,
            Ticker ticker,
            InstantSource clock,
            @Nullable GameKeys keys,
            Executor writer,
            Runnable onSweep) {
        requireTokenIfPublic(settings);
        ClientLimits clients = settings.clients();
        boolean loopback = isLoopback(settings.bind());
        this.bind = settings.bind();
        this.accessLog =
                settings.accessLog().map(path -> new AccessLog(path, clock)).orElse(null);
        this.connectionTracker = new ConnectionTracker(
                ticker,
                clients.requestTimeout().toNanos(),
                clients.maxConnectionsPerAddress(),
                clients.maxStreams() + SPARE_CONNECTIONS / 2);
        this.reaper = new Reaper(connectionTracker, ticker, onSweep);
        this.server = new Server(threads());
        this.connector = connector(settings);
        connector.addBean(connectionTracker);
        connector.getSelectorManager().addEventListener(connectionTracker);
        server.addConnector(connector);
        server.addBean(
                new NetworkConnectionLimit(clients.maxStreams() + SPARE_CONNECTIONS, connector));
        server.setErrorHandler(JettyServer::respondMalformed);
        this.handler = new GatewayHandler(
                routes,
                new AccessFilter(
                        !loopback && settings.access().hosts().isEmpty(),
                        settings.access(),
                        keys,
                        new WrongTokens(ticker)),
                reaper,
                connectionTracker,
                new StreamLimits(clients, ticker, writer),
                clients,
                Long.toHexString(clock.millis()) + "-" + ProcessHandle.current().pid() + "-",
                accessLog);
        server.setHandler(handler);
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("gateway-http");
        threads.setDaemon(true);
        return threads;
    }

    private ServerConnector connector(GatewaySettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        http.setIdleTimeout(0); // none for a request: its expiry would fail a write under way
        http.setUriCompliance(ENCODED_SLASHES);
        HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(http);
        http2.setRateControlFactory(new WindowRateControl.Factory(HTTP2_EVENTS));
        http2.setMaxConcurrentStreams(HTTP2_STREAMS);
        ServerConnector created = new Listener(server, new HttpConnectionFactory(http), http2);
        created.setHost(settings.bind());
        created.setPort(settings.port());
        created.setAcceptQueueSize(ACCEPT_QUEUE);
        created.setIdleTimeout(settings.clients().requestTimeout().toMillis());
        created.setShutdownIdleTimeout(-1); // the same: slow readers are still being answered
        return created;
    }

    /**
     * Ends its acceptor by closing what that accepts from. Jetty would interrupt it, whereupon the
     * JDK drops a connection that it has just accepted without closing it.
     */
    private static final class Listener extends ServerConnector {
        Listener(Server server, ConnectionFactory... protocols) {
            super(server, 1, 1, protocols);
        }

        @Override
        protected void interruptAcceptors() {
            close();
            setAccepting(true); // wakes one that waits for room
        }

        @Override
        protected boolean handleAcceptFailure(Throwable failure) {
            return isOpen() && super.handleAcceptFailure(failure);
        }
    }

    /**
     * Checks that other machines cannot call the gateway without a token.
     *
     * @throws IllegalArgumentException if they could
     */
    public static void requireTokenIfPublic(GatewaySettings settings) {
        if (!isLoopback(settings.bind())
                && settings.access().token().isEmpty()
                && settings.access().keysFile().isEmpty()) {
            throw new IllegalArgumentException("gateway.bind " + settings.bind()
                    + " is open to other machines, which needs a token (set gateway.token)");
        }
    }

    /** Returns whether an address is loopback, which only this machine can reach. */
    static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Responds to input that is not a valid HTTP request. */
    private static boolean respondMalformed(Request request, Response response, Callback callback) {
        Problem problem = Problem.unreadable(response.getStatus());
        byte[] body = Json.bytes(ApiErrorFormat.INSTANCE.body(problem));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    /**
     * Starts listening.
     *
     * @throws IOException if the address is not available
     */
    public void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at " + bind + ":" + connector.getPort()
                            + ": it is in use, or not"
                            + " this machine's (try another --port, 0 for any that is free)",
                    e);
        } catch (Exception e) {
            throw new IllegalStateException("the server did not start", e);
        }
    }

    /** Returns the base address. */
    public URI uri() {
        String host = bind.contains(":") ? "[" + bind + "]" : bind;
        return URI.create("http://" + host + ":" + connector.getLocalPort());
    }

    /** Opens the access log again, after something else has renamed its file. */
    public void reopenLog() {
        if (accessLog != null) {
            accessLog.reopen();
        }
    }

    /** Returns why lines of the access log are lost; empty if they are not. */
    public Optional<String> logProblem() {
        return accessLog == null ? Optional.empty() : accessLog.problem();
    }

    /** Has clients close their connections with their next answer. */
    public void drain() {
        handler.drain();
    }

    /**
     * Stops listening, so that new connections are refused at once, and waits for those that are
     * open, whose clients may have just begun a request: it gets an answer, which closes its
     * connection. Blocks.
     *
     * @param next the longest time to wait for connections that were used before
     * @param first the longest time to wait for connections that have not had an answer yet, whose
     *     clients cannot know that the gateway stops; at least {@code next}
     */
    public void stopListening(Duration next, Duration first) throws InterruptedException {
        CompletableFuture<?> closed = connector.shutdown();
        long nextPolls = next.toMillis() / POLL_MILLIS;
        long firstPolls = first.toMillis() / POLL_MILLIS;
        for (long i = 0; i < firstPolls; i++) {
            boolean waits =
                    (i < nextPolls && !closed.isDone()) || connectionTracker.hasUnanswered();
            if (!waits) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
            if (Thread.interrupted()) {
                throw new InterruptedException("while connections were open");
            }
        }
    }

    /** Returns the number of clients that wait for an answer. */
    public int openExchanges() {
        return reaper.openExchanges();
    }

    /**
     * Waits until every answer is written. Blocks.
     *
     * @return false on timeout
     */
    public boolean awaitIdle(Duration timeout) throws InterruptedException {
        return reaper.awaitIdle(timeout);
    }

    /** Closes all connections and stops listening. */
    @Override
    public void close() {
        reaper.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server did not stop", e);
        } finally {
            if (accessLog != null) {
                accessLog.close();
            }
        }
    }
}
