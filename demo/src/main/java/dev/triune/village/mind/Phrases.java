/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes lines from templates such as {@code "{rain|snow} is coming"}. All lines of an occasion have a
 * number, and a villager says them one after the other, so that none comes again before all others.
 */
final class Phrases {
    private static final Pattern CHOICE = Pattern.compile("\\{([^{}]*)}");

    /** Between the numbers of two lines in a row, as a share of all, so that they differ. */
    private static final double STRIDE = 0.618;

    private final long turn;
    private final Predicate<String> saidLately;

    /**
     * Creates the phrases of a moment.
     *
     * @param turn which line of each occasion it is; the next moment has the next number
     * @param saidLately whether the speaker has said a line of late, so that another has its turn
     */
    Phrases(long turn, Predicate<String> saidLately) {
        this.turn = turn;
        this.saidLately = saidLately;
    }

    /** Returns the line of an occasion whose turn it is, and that was not said of late if one is left. */
    String say(List<String> templates, Object... values) {
        long all = templates.stream().mapToLong(Phrases::count).sum();
        long stride = Math.max(1, Math.round(all * STRIDE));
        while (gcd(stride, all) > 1) {
            stride++;
        }
        String line = "";
        for (long tries = 0; tries < all && (line.isEmpty() || saidLately.test(line)); tries++) {
            line = line(templates, Math.floorMod((turn + tries) * stride, all), values);
        }
        return line;
    }

    private static String line(List<String> templates, long index, Object... values) {
        long number = index;
        int next = 0;
        while (number >= count(templates.get(next))) {
            number -= count(templates.get(next++));
        }
        String line = String.format(expand(templates.get(next), number), values);
        return line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    private static long count(String template) {
        return CHOICE.matcher(template)
                .results()
                .mapToLong(group -> options(group).length)
                .reduce(1, (one, other) -> one * other);
    }

    private static String expand(String template, long number) {
        List<Long> left = new ArrayList<>(List.of(number));
        return CHOICE.matcher(template).replaceAll(group -> {
            String[] options = options(group);
            long rest = left.get(0);
            left.set(0, rest / options.length);
            return Matcher.quoteReplacement(options[(int) (rest % options.length)]);
        });
    }

    private static String[] options(MatchResult group) {
        return group.group(1).split("\\|", -1);
    }
}
