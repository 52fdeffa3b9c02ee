/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of loopback that refuses every connection. It is held without listening at it, so that
 * nobody else is given it meanwhile.
 */
public final class ClosedPort implements AutoCloseable {
    private final Socket held = new Socket();

    /** Takes a free port. */
    public ClosedPort() throws IOException {
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Returns the number of the port. */
    public int number() {
        return held.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
