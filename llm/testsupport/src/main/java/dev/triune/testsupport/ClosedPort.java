/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A loopback port that refuses every connection. It is bound without listening, so that no other
 * process gets it meanwhile.
 */
public final class ClosedPort implements AutoCloseable {
    private final Socket held = new Socket();

    /** Binds a free port. */
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
