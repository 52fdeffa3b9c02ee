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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What SIGHUP does, which would end the process otherwise: it opens the access log again and reads
 * the configuration. Providers with their keys and limits, prices and all else of the broker apply at
 * once, to later requests, where breakers and statistics of providers that did not change stay; of the
 * gateway's own section it names what needs a restart. A file that
 * {@code serve} would refuse changes nothing. Keys of games need no signal.
 */
final class HangUp {
    private static final Logger LOG = System.getLogger(HangUp.class.getName());

    /** The maximum number of changed settings that are named. */
    private static final int MAX_NAMES = 20;

    /** The settings that are read at the start only: sockets, files and limits of clients. */
    private static final String OF_SERVER = "gateway.";

    private static final String OF_PROVIDERS = "providers.";
    private static final int REPLACE_SECONDS = 10;

    private final GatewayServer gateway;
    private final @Nullable Path config;

    /** The settings that apply, by their names, such as {@code providers.groq.limits.rpm}. */
    private Map<String, String> applied;

    HangUp(GatewayServer gateway, @Nullable Path config) {
        this.gateway = gateway;
        this.config = config;
        this.applied = config == null ? Map.of() : settings(ConfigSection.load(config));
    }

    /**
     * Handles the signal, where the system has it. The JDK's only class for signals is not a part of
     * its documented interface, hence the reflection.
     */
    void handle() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object action = Proxy.newProxyInstance(
                    HangUp.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> {
                        String unused = run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), action);
        } catch (ReflectiveOperationException e) { // Windows, or a JVM started with -Xrs
            LOG.log(Level.DEBUG, "no SIGHUP here: {0}", e.toString());
        }
    }

    /** Opens the logs again and applies the configuration; returns what was logged. Blocks. */
    synchronized String run() {
        gateway.reopenLogs();
        String line =
                "SIGHUP: the access log is opened again" + (config == null ? "" : reload(config));
        LOG.log(Level.WARNING, line);
        return line;
    }

    private String reload(Path file) {
        try {
            CheckCommand.Checked checked = CheckCommand.check(file);
            Map<String, String> now = settings(ConfigSection.load(file));
            Set<String> changed = changed(applied, now);
            if (changed.isEmpty()) {
                return "; nothing has changed in " + file;
            }
            Set<String> live = new TreeSet<>(changed);
            live.removeIf(name -> name.startsWith(OF_SERVER));
            changed.removeAll(live);
            if (!live.isEmpty()) {
                if (!gateway.replace(checked.serving(), unchanged(now, live))
                        .get(REPLACE_SECONDS, TimeUnit.SECONDS)) {
                    return "; " + file + " does not apply, as requests from before earlier changes"
                            + " are still open (try again later)";
                }
                live.forEach(name -> apply(name, now));
            }
            return "; of " + file + ", "
                    + (live.isEmpty() ? "" : "these apply now: " + named(live))
                    + (live.isEmpty() || changed.isEmpty() ? "" : "; ")
                    + (changed.isEmpty() ? "" : "these need a restart: " + named(changed));
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return "; nothing of " + file + " applies: "
                    + (e.getMessage() == null ? e : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "; interrupted";
        }
    }

    /** Returns the names of the providers of which no setting has changed. */
    private static Set<String> unchanged(Map<String, String> now, Set<String> changed) {
        Set<String> names = new TreeSet<>();
        for (String name : now.keySet()) {
            if (name.startsWith(OF_PROVIDERS)) { // names may contain dots: each beginning is tried
                for (int dot = name.indexOf('.', OF_PROVIDERS.length());
                        dot > 0;
                        dot = name.indexOf('.', dot + 1)) {
                    String prefix = name.substring(0, dot + 1);
                    if (changed.stream().noneMatch(each -> each.startsWith(prefix))) {
                        names.add(name.substring(OF_PROVIDERS.length(), dot));
                    }
                }
            }
        }
        return names;
    }

    private void apply(String name, Map<String, String> now) {
        Map<String, String> next = new TreeMap<>(applied);
        String value = now.get(name);
        if (value == null) {
            next.remove(name);
        } else {
            next.put(name, value);
        }
        applied = next;
    }

    private static Map<String, String> settings(ConfigSection file) {
        Map<String, String> settings = new TreeMap<>();
        add(settings, "", file);
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
