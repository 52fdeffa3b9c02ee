/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The options of a command, {@code --name value} or {@code --name}. Immutable. */
final class Options {
    private static final Set<String> SWITCHES = Set.of("stream", "at-once", "hung");

    private final Map<String, List<String>> values = new TreeMap<>();

    private Options() {}

    /**
     * Parses the options after the command.
     *
     * @throws IllegalArgumentException if one is not an option or has no value
     */
    static Options of(String[] args) {
        Options options = new Options();
        for (int i = 1; i < args.length; i++) {
            if (!args[i].startsWith("--")) {
                throw new IllegalArgumentException("not an option: " + args[i]);
            }
            String name = args[i].substring(2);
            boolean isSwitch = SWITCHES.contains(name);
            if (!isSwitch && i + 1 == args.length) {
                throw new IllegalArgumentException("--" + name + " needs a value");
            }
            options.values
                    .computeIfAbsent(name, key -> new ArrayList<>())
                    .add(isSwitch ? "" : args[++i]);
        }
        return options;
    }

    /** Whether the option was given. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns all values of an option, in order. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * Returns the value of an option.
     *
     * @throws IllegalArgumentException if it was not given
     */
    String text(String name) {
        if (!has(name)) {
            throw new IllegalArgumentException("--" + name + " is needed");
        }
        return values.get(name).get(0);
    }

    /**
     * Returns the value of an option, 0 to 65535.
     *
     * @throws IllegalArgumentException if it was not given or is something else
     */
    int number(String name) {
        String text = text(name);
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new IllegalArgumentException("--" + name + " takes 0 to 65535, not " + text);
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns the id of a process.
     *
     * @throws IllegalArgumentException if it was not given or is something else
     */
    int pid() {
        String text = text("pid");
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("--pid takes the number of a process, not " + text);
        }
        return Integer.parseInt(text);
    }

    /** Returns {@link #number(String)}, or a default if the option was not given. */
    int number(String name, int otherwise) {
        return has(name) ? number(name) : otherwise;
    }
}
