/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.internal.transport;

import dev.triune.llm.internal.http.CertificateFile;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.internal.http.OkHttpTransport;
import dev.triune.llm.internal.http.ProxySettings;
import dev.triune.llm.internal.http.ResponseExchange;
import dev.triune.llm.internal.http.Transport;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Socks5Proxy;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** Jetty's client, with a few threads for all calls in flight. Speaks HTTP/1.1. */
final class JettyTransport implements Transport {
    private static final int MAX_THREADS = 4;
    private static final int MAX_HEADER_BYTES = 256 * 1024;
    private static final Duration RESOLUTION_TIMEOUT = Duration.ofSeconds(15);

    private final QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 1);
    private final ClientConnector connector;
    private final HttpClient client;

    /** The few addresses that are called; converting one takes longer than a look-up. */
    private final Map<HttpUrl, URI> uris = new ConcurrentHashMap<>();

    private final Duration firstByteTimeout;
    private final Duration gapTimeout;

    /**
     * Starts a client.
     *
     * @throws IllegalArgumentException if a client of OkHttp is set
     */
    JettyTransport(HttpSettings settings) {
        if (settings.base != null) {
            throw new IllegalArgumentException(
                    "Jetty's transport with a client (expected OkHttp's)");
        }
        this.firstByteTimeout = settings.firstByteTimeout();
        this.gapTimeout = settings.gapTimeout;
        this.connector = connector(settings);
        this.client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        configure(settings);
        start();
    }

    private static ClientConnector connector(HttpSettings settings) {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        if (settings.url().isHttps()) {
            SslContextFactory.Client ssl = new SslContextFactory.Client();
            ssl.setSslContext(
                    settings.trusted == null
                            ? systemContext()
                            : CertificateFile.context(settings.trusted));
            connector.setSslContextFactory(ssl);
        }
        return connector;
    }

    /** Returns the JVM's context, which loads the system's certificates only once. */
    private static SSLContext systemContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has TLS", e);
        }
    }

    private void configure(HttpSettings settings) {
        threads.setName("triune-http");
        threads.setDaemon(true);
        ScheduledExecutorScheduler timers =
                new ScheduledExecutorScheduler("triune-http-timer", true);
        client.setExecutor(threads);
        client.setScheduler(timers);
        client.setSocketAddressResolver(new SocketAddressResolver.Async(
                resolverThread(), timers, RESOLUTION_TIMEOUT.toMillis()));
        client.setConnectTimeout(settings.connectTimeout.toMillis());
        client.setIdleTimeout(TimeUnit.SECONDS.toMillis(OkHttpTransport.IDLE_SECONDS));
        client.setMaxConnectionsPerDestination(OkHttpTransport.MAX_CALLS);
        client.setMaxRequestsQueuedPerDestination(OkHttpTransport.MAX_CALLS);
        client.setMaxResponseHeadersSize(MAX_HEADER_BYTES);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUseInputDirectByteBuffers(false); // bytes are parsed where they arrive
        proxy(settings).ifPresent(this::use);
    }

    /** Creates a thread for lookups of names, which block and must not delay other calls. */
    private static Executor resolverThread() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "triune-http-names");
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Optional<ProxySettings> proxy(HttpSettings settings) {
        if (settings.proxy != null) {
            return Optional.of(settings.proxy);
        }
        ProxySelector selector = ProxySelector.getDefault();
        return selector == null
                ? Optional.empty()
                : selector.select(settings.url().uri()).stream()
                        .findFirst()
                        .filter(proxy -> proxy.address() instanceof InetSocketAddress)
                        .map(proxy -> new ProxySettings(
                                (InetSocketAddress) proxy.address(), proxy.type(), null));
    }

    private void use(ProxySettings proxy) {
        String host = proxy.address().getHostString();
        int port = proxy.address().getPort();
        boolean socks = proxy.type() == Proxy.Type.SOCKS;
        ProxyConfiguration.Proxy used =
                socks ? new Socks5Proxy(host, port) : new HttpProxy(host, port);
        client.getProxyConfiguration().addProxy(used);
        String authorization = proxy.authorization();
        if (authorization != null && !socks) {
            client.getAuthenticationStore()
                    .addAuthenticationResult(new ProxyAuthorization(used.getURI(), authorization));
        }
    }

    private record ProxyAuthorization(URI proxy, String value) implements Authentication.Result {
        @Override
        public URI getURI() {
            return proxy;
        }

        @Override
        public void apply(org.eclipse.jetty.client.Request request) {
            request.headers(fields -> fields.put(HttpHeader.PROXY_AUTHORIZATION, value));
        }
    }

    private void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot start Jetty's client", e);
        }
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().remove(RedirectProtocolHandler.NAME);
        client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        client.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
    }

    @Override
    public void send(Request request, ResponseExchange exchange, Duration timeout) {
        URI uri = uris.computeIfAbsent(request.url(), HttpUrl::uri);
        JettyCall call = new JettyCall(
                client.newRequest(uri),
                client.getScheduler(),
                this::afterArrived,
                request,
                exchange,
                firstByteTimeout,
                gapTimeout,
                timeout);
        exchange.onAbort(() -> execute(call::abort));
        if (!execute(call::send)) {
            call.fail(new RejectedExecutionException("closed"));
        }
    }

    /** Runs a task on another thread; false if this transport is closed. */
    private boolean execute(Runnable task) {
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /**
     * Runs a task after the data that has arrived was given to its calls: the first update of the
     * selector comes before it selects that data, the second one after it.
     */
    private void afterArrived(Runnable task) {
        connector
                .getSelectorManager()
                .getBeans(ManagedSelector.class)
                .forEach(selector -> selector.submit(before -> selector.submit(after -> {
                    var unused = execute(task);
                })));
    }

    /** Returns the number of connections that wait for another call. */
    int idleConnections() {
        return client.getDestinations().stream()
                .map(destination -> ((HttpDestination) destination).getConnectionPool())
                .mapToInt(pool -> ((AbstractConnectionPool) pool).getIdleConnectionCount())
                .sum();
    }

    @Override
    public void close() {
        Thread closer = new Thread(() -> LifeCycle.stop(client), "triune-http-close");
        closer.setDaemon(true);
        closer.start();
    }
}
