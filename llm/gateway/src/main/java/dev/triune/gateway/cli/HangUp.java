/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.GatewayServer;
import dev.triune.llm.ConfigSection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What SIGHUP does, which would end the process otherwise: it opens the access log again, and reads
 * the configuration to say what a restart would change, and whether it would succeed. Keys of games
 * need no signal; all else is read at the start only, as calls in flight hold limits, prices and
 * reservations of the providers that they were sent to.
 */
final class HangUp {
    private static final Logger LOG = System.getLogger(HangUp.class.getName());

    /** The maximum number of changed settings that are named. */
    private static final int MAX_NAMES = 20;

    private HangUp() {}

    /**
     * Handles the signal, where the system has it. The JDK's only class for signals is not a part of
     * its documented interface, hence the reflection.
     */
    static void handle(GatewayServer gateway, @Nullable Path config) {
        Map<String, String> started = config == null ? Map.of() : settings(config);
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object action = Proxy.newProxyInstance(
                    HangUp.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> {
                        String unused = run(gateway, config, started);
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), action);
        } catch (ReflectiveOperationException e) { // Windows, or a JVM started with -Xrs
            LOG.log(Level.DEBUG, "no SIGHUP here: {0}", e.toString());
        }
    }

    /**
     * Opens the logs again, checks the configuration, and names what differs from the start.
     *
     * @param started the {@linkplain #settings settings} at the start
     * @return what was logged
     */
    static String run(GatewayServer gateway, @Nullable Path config, Map<String, String> started) {
        gateway.reopenLogs();
        String line = "SIGHUP: the access log is opened again"
                + (config == null ? "" : verdict(config, started));
        LOG.log(Level.WARNING, line);
        return line;
    }

    private static String verdict(Path config, Map<String, String> started) {
        try {
            CheckCommand.check(config);
            Set<String> changed = changed(started, settings(config));
            return ", and " + config + " is good; "
                    + (changed.isEmpty()
                            ? "nothing in it has changed since the start"
                            : "a restart applies what has changed: " + named(changed));
        } catch (RuntimeException e) {
            return ", but a restart would fail: " + e.getMessage();
        }
    }

    /** Returns all settings of a file by their names, such as {@code providers.groq.limits.rpm}. */
    static Map<String, String> settings(Path config) {
        Map<String, String> settings = new TreeMap<>();
        add(settings, "", ConfigSection.load(config));
        return settings;
    }

    private static void add(Map<String, String> settings, String prefix, ConfigSection section) {
        for (String key : section.keys()) {
            ConfigSection inside = section.section(key);
            if (inside.keys().isEmpty()) { // the values are compared, not shown
                settings.put(prefix + key, section.text(key) + " " + section.texts(key));
            } else {
                add(settings, prefix + key + ".", inside);
            }
        }
    }

    private static Set<String> changed(Map<String, String> before, Map<String, String> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        names.removeIf(name -> Objects.equals(before.get(name), now.get(name)));
        return names;
    }

    private static String named(Set<String> names) {
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        int more = names.size() - MAX_NAMES;
        return more > 0 ? first + " and " + more + " more" : first;
    }
}
