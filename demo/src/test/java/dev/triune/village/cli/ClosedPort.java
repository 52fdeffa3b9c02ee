/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of loopback that refuses every connection. It is held without listening at it, so that
 * nobody else is given it meanwhile.
 */
final class ClosedPort implements AutoCloseable {
    private final Socket held = new Socket();

    ClosedPort() throws IOException {
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int number() {
        return held.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
