/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.Component;
import dev.triune.village.world.Calendar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the village counts and keeps of a villager's talk, beside core's {@code Conversation}. */
public class Talking extends Component {
    /** For how long a villager knows what it has said, in ticks. */
    public static final long REMEMBERED = 3L * Calendar.TICKS_PER_DAY;

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\d ]");

    /** The day that {@link #today} counts, from 1. */
    public long day;

    /** The number of its conversations on that day. */
    public int today;

    /** What it has said of late, the oldest first. */
    public final List<Said> said = new ArrayList<>();

    /** A line that was said. Mutable. */
    public static class Said {
        /** What tells its words from others: see {@link Talking#phrase}. */
        public int phrase;

        /** The tick in which it was said. */
        public long tick;

        /** Creates an empty line, for loading saves. */
        public Said() {}

        private Said(int phrase, long tick) {
            this.phrase = phrase;
            this.tick = tick;
        }
    }

    /** Counts a conversation; returns the number on that day. */
    int count(long now) {
        today = day == now ? today + 1 : 1;
        day = now;
        return today;
    }

    /** Notes what was said, and forgets what was said long ago. */
    void say(int phrase, long now) {
        said.removeIf(line -> now - line.tick > REMEMBERED);
        said.add(new Said(phrase, now));
    }

    /** Returns the {@link #phrase} of all that it has said of late, in a set of the caller's. */
    public Set<Integer> phrases() {
        return said.stream()
                .map(line -> line.phrase)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Returns a number for the words of a line, whoever is addressed by one of some names in it, and
     * however it is punctuated.
     */
    public static int phrase(String line, Iterable<String> names) {
        String words = line;
        for (String name : names) {
            if (words.contains(name)) {
                String who = Pattern.quote(name);
                words = words.replaceAll(
                        "^" + who + "[,:] |,? ?(?<![\\p{L}\\d])" + who + "(?=[,:.!?]|$)", "");
            }
        }
        return NO_WORD.matcher(words.toLowerCase(Locale.ROOT))
                .replaceAll("")
                .strip()
                .hashCode();
    }
}
