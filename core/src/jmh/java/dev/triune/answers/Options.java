/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The options of a run. Mutable while the command line is parsed. */
final class Options {
    private static final int MOST_AGENTS = 1_000_000;
    private static final int MOST_SECONDS = 3_600;

    /** More than a game can apply: 512 updates per tick, about seven per answer. */
    private static final int MOST_ANSWERS = 2_000;

    int agents = 100_000;
    int answersPerSecond = 10;
    ModelBehavior provider = ModelBehavior.FAST;
    int seconds = 20;
    int warmSeconds = 5;
    long seed = 1;

    private Options() {}

    /**
     * Parses the options.
     *
     * @throws IllegalArgumentException if one is unknown or out of range; the message names it and
     *     the expected values
     */
    static Options of(String... arguments) {
        Options options = new Options();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!name.startsWith("--")) {
                throw new IllegalArgumentException(
                        "unexpected " + name + " (expected --option value)");
            }
            options.set(name, i + 1 < arguments.length ? arguments[i + 1] : "");
        }
        return options;
    }

    private void set(String name, String value) {
        switch (name) {
            case "--agents" -> agents = whole(name, value, 1, MOST_AGENTS);
            case "--answers-per-second" -> answersPerSecond = whole(name, value, 0, MOST_ANSWERS);
            case "--provider" -> provider = behavior(value);
            case "--seconds" -> seconds = whole(name, value, 1, MOST_SECONDS);
            case "--warm-seconds" -> warmSeconds = whole(name, value, 0, MOST_SECONDS);
            case "--seed" -> seed = whole(name, value, 0, Integer.MAX_VALUE);
            default ->
                throw new IllegalArgumentException("unknown option " + name
                        + " (expected --agents, --answers-per-second, --provider, --seconds,"
                        + " --warm-seconds or --seed)");
        }
    }

    private static int whole(String name, String value, int least, int most) {
        int number = -1;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            number = least - 1; // reported below, with the range
        }
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + " to " + most + ")");
        }
        return number;
    }

    private static ModelBehavior behavior(String value) {
        return Arrays.stream(ModelBehavior.values())
                .filter(each -> each.toString().equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--provider " + value
                        + " (expected one of "
                        + Arrays.stream(ModelBehavior.values())
                                .map(each -> each.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + ")"));
    }

    /** Returns the mean number of requests per tick. */
    double asksPerTick() {
        return provider == ModelBehavior.NONE
                ? 0
                : (double) answersPerSecond / PacedWorld.TICKS_PER_SECOND;
    }
}
