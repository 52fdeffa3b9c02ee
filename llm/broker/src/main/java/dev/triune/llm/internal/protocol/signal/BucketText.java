/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.internal.protocol.signal.Bucket.Resource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in a message to people which bucket it speaks of. A message holds many words that name no
 * bucket ("Requested 428", "try your request again"), so only whole phrases count. No quantifier is
 * unbounded, so that a hostile text costs no more than a long one.
 */
final class BucketText {
    private static final String WINDOW = "(?:second|sec|minute|min|hour|day|month)\\b";

    /** The phrases that name a bucket, those that say most first. */
    private static final List<Pattern> NAMES = List.of(
            anyCase("\\b(?:(?:input|output|prompt|completion)[ _-])?(?:tokens?|requests?)"
                    + "[ _-]?(?:per|/)[ _-]?" + WINDOW),
            anyCase("\\b(?:hourly|daily|monthly) (?:(?:input|output) )?(?:tokens?|requests?|spend)"
                    + "\\b"),
            Pattern.compile("\\b(?:R|T|IT|OT)P[SMHD]\\b"),
            anyCase("\\bconcurren(?:t|cy)\\b"),
            anyCase("\\bnumber of (?:(?:input|output|request) )?(?:tokens|requests)\\b"),
            anyCase("\\btoo many (?:(?:input|output) )?tokens\\b"),
            anyCase("\\b(?:tokens?|requests?|call|spend) (?:rate )?(?:limit|quota)\\b"));

    private static final Pattern CAPACITY = anyCase("\\boverloaded\\b|\\bserver (?:is )?busy\\b"
            + "|\\b(?:at|over|out of) capacity\\b|\\bcapacity exceeded\\b");

    private static final Pattern SPEND = anyCase("\\binsufficient (?:credits?|balance|funds)\\b");

    /** Says when a limit is filled up again, but not which one it is. */
    private static final Pattern WINDOW_ALONE =
            anyCase("\\bper[ _-]" + WINDOW + "|\\b(?:hourly|daily|monthly) (?:limit|quota)\\b");

    private BucketText() {}

    /** The bucket that a message speaks of; of two that it speaks of, the first. */
    static Bucket read(String message) {
        Bucket found = Bucket.UNNAMED;
        for (Pattern name : NAMES) {
            found = found.refinedBy(named(name, message));
        }
        if (found.equals(Bucket.UNNAMED)) {
            found = wordless(message);
        }
        return found.refinedBy(named(WINDOW_ALONE, message));
    }

    private static Bucket named(Pattern name, String message) {
        Matcher phrase = name.matcher(message);
        return phrase.find() ? BucketNames.read(phrase.group()) : Bucket.UNNAMED;
    }

    /** Capacity and money are not called by their names. */
    private static Bucket wordless(String message) {
        if (CAPACITY.matcher(message).find()) {
            return Bucket.of(Resource.CAPACITY);
        }
        boolean spent = SPEND.matcher(message).find();
        return spent ? Bucket.of(Resource.SPEND) : Bucket.UNNAMED;
    }

    private static Pattern anyCase(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }
}
