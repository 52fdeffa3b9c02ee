/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * The addresses of clients, also behind trusted proxies, which name them in {@code
 * X-Forwarded-For}. A client can write into this header, too, so only the part that trusted proxies
 * have added counts: from the right, the first address that is not a proxy's. Immutable.
 */
final class ClientAddresses {
    private static final String FORWARDED = "X-Forwarded-For";
    private static final int MAX_LENGTH = 64;

    private final Set<String> proxies;

    /** Creates the addresses behind these proxies. */
    ClientAddresses(Iterable<String> proxies) {
        Set<String> all = new HashSet<>();
        proxies.forEach(each -> all.add(plain(each)));
        this.proxies = Set.copyOf(all);
    }

    /** Returns the address of the client of a request. */
    String of(Request request) {
        String address = plain(Request.getRemoteAddr(request));
        String[] forwarded =
                String.join(",", request.getHeaders().getValuesList(FORWARDED)).split(",", -1);
        for (int i = forwarded.length - 1; i >= 0 && proxies.contains(address); i--) {
            String next = plain(forwarded[i]);
            if (next.isEmpty() || next.length() > MAX_LENGTH) {
                break;
            }
            address = next;
        }
        return address;
    }

    /** Returns an address without brackets and blanks. */
    private static String plain(String address) {
        String text = address.strip();
        return text.startsWith("[") && text.endsWith("]")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
