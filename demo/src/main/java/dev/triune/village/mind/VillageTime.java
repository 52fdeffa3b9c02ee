/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.village.world.Calendar;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The village's time in words, and when what villagers promise is due. Immutable. */
public final class VillageTime implements GameTime {
    /** Words that make a time the end of what is allowed, not its beginning. */
    private static final Pattern DEADLINE = Pattern.compile("\\b(before|by|until|till)\\b");

    private static final Pattern DAY = Pattern.compile("\\bday (\\d{1,5})\\b");
    private static final Pattern HOUR =
            Pattern.compile("\\bat (\\d{1,2})\\b|\\b(\\d{1,2})(?::\\d\\d| o'clock)");

    private static final Map<String, Integer> HOURS = Map.of(
            "tonight", 18, "evening", 18, "sunset", 18, "dusk", 18, "noon", 12, "afternoon", 13);

    @Override
    public String when(long tick, long now) {
        return Calendar.when(tick, now);
    }

    @Override
    public long due(String words, long made) {
        String text = words.toLowerCase(Locale.ROOT);
        if (DEADLINE.matcher(text).find()) {
            return made;
        }
        Matcher dated = DAY.matcher(text);
        long day = dated.find()
                ? Long.parseLong(dated.group(1))
                : Calendar.day(made) + (text.contains("tomorrow") ? 1 : 0);
        return Math.max(made, Calendar.tick(day, hour(text)));
    }

    private static int hour(String text) {
        Matcher time = HOUR.matcher(text);
        if (time.find()) {
            String hour = time.group(1) == null ? time.group(2) : time.group(1);
            return Integer.parseInt(hour) % 24;
        }
        return HOURS.entrySet().stream()
                .filter(each -> text.contains(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }
}
