/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loopback ports for servers that stop and restart during a test. They are below the ports that
 * systems assign automatically, so that no connection and no other server takes one meanwhile.
 */
public final class StablePort {
    private static final int LOWEST = 12_000;
    private static final int PORTS = 18_000;

    /** Starts at a different port in each process, so that parallel suites do not collide. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % PORTS));

    private StablePort() {}

    /** Returns a port on which nothing listens. Each call returns another one. */
    public static int next() {
        for (int tries = 0; tries < PORTS; tries++) {
            int candidate = LOWEST + Math.floorMod(NEXT.getAndIncrement(), PORTS);
            if (isFree(candidate)) {
                return candidate;
            }
        }
        throw new IllegalStateException("no free port on loopback");
    }

    private static boolean isFree(int candidate) {
        try (ServerSocket socket =
                new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) { // the port is in use
            return false;
        }
    }
}
