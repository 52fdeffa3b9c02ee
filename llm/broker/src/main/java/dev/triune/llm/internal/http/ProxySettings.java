/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.regex.Pattern;
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

    /** Scheme, host and port, and nothing else. */
    private static final Pattern PRINTABLE =
            Pattern.compile("([a-z0-9]+://)?([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]*)?/?");

    /** Parses {@code http://host:port} or {@code socks://host:port}; rejects anything else. */
    public static ProxySettings at(String url) {
        if (url.contains("@")) {
            throw new IllegalArgumentException("proxy URL with a user name or a password (expected"
                    + " host and port; they go into the proxy's authorization)");
        }
        URI proxy = parsed(url);
        boolean socks = "socks".equals(proxy.getScheme());
        boolean known = socks || "http".equals(proxy.getScheme());
        boolean atPort =
                proxy.getHost() != null && proxy.getPort() > 0 && proxy.getPort() <= 0xffff;
        if (!known || !atPort || !PRINTABLE.matcher(url).matches()) {
            throw invalidUrl(url);
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
            throw invalidUrl(url);
        }
    }

    /** Creates an exception that shows no path, as that may contain a password. */
    private static IllegalArgumentException invalidUrl(String url) {
        return new IllegalArgumentException(
                "proxy" + (PRINTABLE.matcher(url).matches() ? " \"" + url + "\"" : " URL")
                        + " (expected http or socks, a host and a port, as in"
                        + " http://127.0.0.1:3128)");
    }

    public ProxySettings withAuthorization(@Nullable String value) {
        if (value != null && type == Proxy.Type.SOCKS) {
            throw new IllegalArgumentException("authorization for a socks proxy, which is not sent"
                    + " one (expected an http proxy)");
        }
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
