/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The HTTP client that a module tests: the gateway Jetty's, which it brings; the broker OkHttp. */
final class Transports {
    static final HttpTransport TESTED =
            ServiceLoader.load(Transport.Opener.class).findFirst().isPresent()
                    ? HttpTransport.JETTY
                    : HttpTransport.OKHTTP;

    private Transports() {}

    static Stream<HttpTransport> tested() {
        return Stream.of(TESTED);
    }
}
