/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.provider.http.HttpProvider;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the proxy on the way to a provider, and what it is sent. */
final class ProxyReader {
    private static final String KEY = "proxy-authorization";

    /** Nothing else of a proxy is repeated: what comes after the port may be a password. */
    private static final Pattern HARMLESS =
            Pattern.compile("([a-z0-9]+://)?[A-Za-z0-9._-]+(:[0-9]*)?/?");

    private static final Pattern PROXY =
            Pattern.compile("(http|socks)://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}/?");

    private final References references;

    ProxyReader(References references) {
        this.references = references;
    }

    /** The address of the proxy, if there is to be one. */
    Optional<String> proxy(Section section) {
        return section.get("proxy")
                .flatMap(value -> value.text().filter(text -> {
                    boolean known = isProxy(text);
                    if (!known) {
                        value.problem(said(text));
                    }
                    return known;
                }));
    }

    private static String said(String text) {
        if (text.contains("@")) {
            return "holds a user name or a password (expected host and port; they go into " + KEY
                    + ")";
        }
        String what = HARMLESS.matcher(text).matches() ? Shown.value(text) + " is not" : "not";
        return what + " a proxy (expected http or socks, a host and a port, as in"
                + " http://127.0.0.1:3128)";
    }

    /** What the provider's own builder takes, and nothing besides: a path has no meaning here. */
    private static boolean isProxy(String text) {
        if (!PROXY.matcher(text).matches()) {
            return false;
        }
        try {
            HttpProvider.openAi("http://localhost").proxy(text);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /**
     * What the proxy is sent. One that nobody would be sent is a problem.
     *
     * @param proxy the address that was read
     * @return empty if there is none, or nothing right to send it to
     */
    Optional<Secret> authorization(Section section, Optional<String> proxy) {
        return section.get(KEY).flatMap(value -> {
            boolean socks = proxy.filter(at -> at.startsWith("socks:")).isPresent();
            if (section.get("proxy").isEmpty()) {
                value.problem("is there without proxy (expected proxy and its address besides)");
            } else if (socks) {
                value.problem("is there with a socks proxy, which is not sent one (expected an"
                        + " http proxy)");
            }
            return references.header(value, true).filter(secret -> proxy.isPresent() && !socks);
        });
    }
}
