/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.provider.HttpProvider;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the proxy of a provider and its authorization. */
final class ProxyReader {
    private static final String KEY = "proxy-authorization";

    /** The printable part of a proxy URL; the part after the port may be a password. */
    private static final Pattern PRINTABLE_PROXY =
            Pattern.compile("([a-z0-9]+://)?[A-Za-z0-9._-]+(:[0-9]*)?/?");

    private static final Pattern PROXY =
            Pattern.compile("(http|socks)://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}/?");

    private final EnvironmentReferences references;

    ProxyReader(EnvironmentReferences references) {
        this.references = references;
    }

    Optional<String> proxy(YamlSection section) {
        return section.get("proxy")
                .flatMap(value -> value.text().filter(text -> {
                    boolean known = isProxy(text);
                    if (!known) {
                        value.reportProblem(invalidProxyMessage(text));
                    }
                    return known;
                }));
    }

    private static String invalidProxyMessage(String text) {
        if (text.contains("@")) {
            return "holds a user name or a password (expected host and port; they go into " + KEY
                    + ")";
        }
        String what =
                PRINTABLE_PROXY.matcher(text).matches() ? SafeText.quoted(text) + " is not" : "not";
        return what + " a proxy (expected http or socks, a host and a port, as in"
                + " http://127.0.0.1:3128)";
    }

    /** Whether the provider's builder accepts it as a proxy, and it has no path. */
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

    /** Reads the authorization for the proxy; empty if there is none, or no proxy (a problem). */
    Optional<Secret> authorization(YamlSection section, @Nullable String proxy) {
        return section.get(KEY).flatMap(value -> {
            boolean socks = proxy != null && proxy.startsWith("socks:");
            if (section.get("proxy").isEmpty()) {
                value.reportProblem(
                        "is there without proxy (expected proxy and its address besides)");
            } else if (socks) {
                value.reportProblem(
                        "is there with a socks proxy, which is not sent one (expected an"
                                + " http proxy)");
            }
            return references.header(value, true).filter(secret -> proxy != null && !socks);
        });
    }
}
