/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.gateway.GatewaySettings.AccessSettings;
import dev.triune.gateway.http.HttpRoutes.Access;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks access by the Host header, which prevents DNS rebinding by web pages, the Origin header
 * and the token. Thread-safe.
 */
final class AccessFilter {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String BEARER = "bearer ";
    private static final String API_KEY = "x-api-key";

    /** Allowed host names; empty if all are allowed. */
    private final Set<String> hosts;

    private final WrongTokens guesses;
    private final ClientAddresses addresses;
    private final @Nullable GameKeys keys;
    private final byte @Nullable [] token;
    private final byte @Nullable [] adminToken;

    /**
     * Creates a filter.
     *
     * @param anyHost whether all host names are allowed
     * @param settings the tokens, and the host names allowed in addition to those of loopback
     * @param keys the keys of games, null if there are none
     * @param wrongTokens slows down guessing
     */
    AccessFilter(
            boolean anyHost,
            AccessSettings settings,
            @Nullable GameKeys keys,
            WrongTokens wrongTokens) {
        this.guesses = wrongTokens;
        this.addresses = new ClientAddresses(settings.trustedProxies());
        this.keys = keys;
        this.hosts = new HashSet<>();
        if (!anyHost) {
            hosts.addAll(LOOPBACK);
            settings.hosts().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
        }
        this.token = settings.token().map(secret -> digest(secret.reveal())).orElse(null);
        this.adminToken =
                settings.adminToken().map(secret -> digest(secret.reveal())).orElse(null);
    }

    /**
     * Checks a request, and tells its exchange which game sent it.
     *
     * @throws ProblemException if it is refused
     */
    void check(Request request, ServerExchange exchange, Access access) throws ProblemException {
        checkHost(request);
        checkOrigin(request.getHeaders());
        GameKeys known = keys;
        String given = given(request.getHeaders());
        GameKey key = known == null || given == null || access != Access.CLIENT
                ? null
                : known.keyOf(given).orElse(null);
        if (known != null && key != null) {
            exchange.game(key.game(), () -> known.isValid(key));
            return;
        }
        if (known != null && access == Access.CLIENT) {
            exchange.refuseSessions(known::isGame);
        }
        if (access == Access.OPERATOR && adminToken != null) {
            check(
                    request,
                    adminToken,
                    "no valid token of the operator (expected that of"
                            + " gateway.admin-token as the bearer token)");
        } else if (access != Access.OPEN && (token != null || keys != null)) {
            byte[] wanted = access == Access.FIGURES && token == null ? adminToken : token;
            check(request, wanted, "no valid token (expected the gateway's as the bearer token)");
            if (access == Access.OPERATOR) {
                throw new ProblemException(
                        ErrorCode.FORBIDDEN,
                        "for the operator only, who has no token (set gateway.admin-token)");
            }
        }
    }

    /**
     * Checks a token. A right one always passes, also from an address that guesses: it may be a
     * proxy's, and tokens are too long to be guessed in any case.
     */
    private void check(Request request, byte @Nullable [] wanted, String message)
            throws ProblemException {
        if (hasToken(request.getHeaders(), wanted)) {
            return;
        }
        if (request.getHeaders().contains(HttpHeader.AUTHORIZATION)
                || request.getHeaders().contains(API_KEY)) {
            String address = addresses.of(request);
            guesses.check(address);
            guesses.recordWrong(address);
        }
        throw new ProblemException(ErrorCode.UNAUTHORIZED, message);
    }

    /** Returns the address of the client of a request, also behind a trusted proxy. */
    String addressOf(Request request) {
        return addresses.of(request);
    }

    private void checkHost(Request request) throws ProblemException {
        String host = Request.getServerName(request);
        if (!hosts.isEmpty() && !hosts.contains(host.toLowerCase(Locale.ROOT))) {
            throw new ProblemException(
                    ErrorCode.FORBIDDEN,
                    "the gateway may not be called by that host name (the operator can allow it"
                            + " with gateway.hosts)");
        }
    }

    /** Rejects browsers' requests from pages that are not the gateway's own. */
    private static void checkOrigin(HttpFields headers) throws ProblemException {
        String origin = headers.get(HttpHeader.ORIGIN);
        if (origin == null) {
            return;
        }
        String host = String.valueOf(headers.get(HttpHeader.HOST));
        if (!origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host)) {
            throw new ProblemException(
                    ErrorCode.FORBIDDEN, "pages of another origin may not call the gateway");
        }
    }

    /** Compares digests of equal length, so that the time reveals nothing about the token. */
    private static boolean hasToken(HttpFields headers, byte @Nullable [] wanted) {
        String given = given(headers);
        return given != null && wanted != null && MessageDigest.isEqual(digest(given), wanted);
    }

    /** Returns the token of a request; null without one. */
    private static @Nullable String given(HttpFields headers) {
        String header = headers.get(HttpHeader.AUTHORIZATION);
        boolean bearer =
                header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
        String key = headers.get(API_KEY); // sent by Anthropic's clients
        return bearer ? header.substring(BEARER.length()).strip() : key;
    }

    private static byte[] digest(String text) {
        return GameKeys.hash(text).getBytes(StandardCharsets.US_ASCII);
    }
}
