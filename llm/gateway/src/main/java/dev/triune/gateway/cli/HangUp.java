/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.GatewayServer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What SIGHUP does, which would end the process otherwise: it opens the access log again, and reads
 * the configuration to say whether a restart would accept it. Keys of games need no signal; all
 * else is read at the start only.
 */
final class HangUp {
    private static final Logger LOG = System.getLogger(HangUp.class.getName());

    private HangUp() {}

    /**
     * Handles the signal, where the system has it. The JDK's only class for signals is not a part of
     * its documented interface, hence the reflection.
     */
    static void handle(GatewayServer gateway, @Nullable Path config) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object action = Proxy.newProxyInstance(
                    HangUp.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> {
                        run(gateway, config);
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), action);
        } catch (ReflectiveOperationException e) { // Windows, or a JVM started with -Xrs
            LOG.log(Level.DEBUG, "no SIGHUP here: {0}", e.toString());
        }
    }

    /** Opens the logs again and checks the configuration. */
    static void run(GatewayServer gateway, @Nullable Path config) {
        gateway.reopenLogs();
        if (config == null) {
            LOG.log(Level.WARNING, "SIGHUP: the access log is opened again");
            return;
        }
        try {
            CheckCommand.check(config);
            LOG.log(
                    Level.WARNING,
                    "SIGHUP: the access log is opened again, and {0} is good; its changes take"
                            + " effect with a restart, those of keys of games without",
                    config);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "SIGHUP: the access log is opened again, but a restart would fail: {0}",
                    e.getMessage());
        }
    }
}
