/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import okhttp3.Authenticator;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** An HTTP or SOCKS proxy, with the {@code Proxy-Authorization} of an HTTP one. Immutable. */
public record ProxySettings(
        InetSocketAddress address,
        Proxy.Type type,
        @Nullable String authorization) {
    private static final String HEADER = "Proxy-Authorization";

    /** Parses {@code http://host:port} or {@code socks://host:port}; rejects anything else. */
    public static ProxySettings at(String url) {
        URI proxy = parsed(url);
        boolean socks = "socks".equals(proxy.getScheme());
        boolean known = socks || "http".equals(proxy.getScheme());
        if (!known || proxy.getHost() == null || proxy.getPort() < 1 || proxy.getPort() > 0xffff) {
            throw invalidUrl(proxy.getHost());
        }
        if (proxy.getUserInfo() != null) {
            throw new IllegalArgumentException("proxy at " + proxy.getHost()
                    + " holds a user name or a password (use proxyAuthorization instead)");
        }
        // resolved when a call is made, on an I/O thread
        return new ProxySettings(
                InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort()),
                socks ? Proxy.Type.SOCKS : Proxy.Type.HTTP,
                null);
    }

    private static URI parsed(String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            throw invalidUrl(null);
        }
    }

    /** Creates an exception that shows at most the host, as the rest may contain a password. */
    private static IllegalArgumentException invalidUrl(@Nullable String host) {
        return new IllegalArgumentException("proxy" + (host == null ? "" : " at " + host)
                + " is no proxy URL (expected http or socks, a host and a port, as in"
                + " http://127.0.0.1:3128)");
    }

    public ProxySettings withAuthorization(@Nullable String value) {
        return new ProxySettings(address, type, value);
    }

    public void configure(OkHttpClient.Builder client) {
        client.proxy(new Proxy(type, address));
        if (authorization != null && type == Proxy.Type.HTTP) {
            client.proxyAuthenticator(authenticateOnce(authorization));
            client.addNetworkInterceptor(authorizeWithoutTunnel(authorization));
        }
    }

    /** Authorizes calls without a tunnel, whose headers the proxy reads. */
    private static Interceptor authorizeWithoutTunnel(String value) {
        return chain -> {
            Request request = chain.request();
            return chain.proceed(
                    request.isHttps()
                            ? request
                            : request.newBuilder().header(HEADER, value).build());
        };
    }

    /** Authenticates once, as a rejected value would be rejected again. */
    private static Authenticator authenticateOnce(String value) {
        return (route, response) -> response.request().header(HEADER) != null
                ? null
                : response.request().newBuilder().header(HEADER, value).build();
    }

    @Override
    public String toString() {
        return "ProxySettings[" + type + " at " + address + "]";
    }
}
