/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.internal.protocol.signal.Bucket.Resource;
import dev.triune.llm.internal.protocol.signal.Bucket.Window;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that providers give to their buckets, whose words stand side by side with dashes,
 * underscores or capitals: {@code x-ratelimit-remaining-tokens-minute}, {@code
 * GenerateRequestsPerDayPerProjectPerModel-FreeTier}, {@code TPM}.
 */
final class BucketNames {
    /** "FreeTier" is two words, "TPM" is one. */
    private static final Pattern WORD = Pattern.compile("[A-Z]++(?![a-z])|[A-Z]?[a-z]++|[A-Z]");

    /** Requests or tokens, into the model or out of it, per second, minute, hour or day. */
    private static final Pattern ABBREVIATION = Pattern.compile("(r|t|it|ot)p([smhd])");

    private BucketNames() {}

    /** The bucket of that name; unknown is what none of its words says. */
    static Bucket read(String name) {
        Set<String> words = words(name);
        return new Bucket(resource(words), window(words));
    }

    private static Set<String> words(String name) {
        Set<String> words = new LinkedHashSet<>();
        Matcher word = WORD.matcher(name);
        while (word.find()) {
            String lower = word.group().toLowerCase(Locale.ROOT);
            Matcher abbreviation = ABBREVIATION.matcher(lower);
            if (abbreviation.matches()) {
                words.add(abbreviation.group(1) + "p");
                words.add("p" + abbreviation.group(2));
            } else {
                words.add(lower);
            }
        }
        return words;
    }

    /** Tokens first, since a name of theirs may say that they are those of requests. */
    private static Resource resource(Set<String> words) {
        if (hasAny(words, "concurrent", "concurrency", "parallel")) {
            return Resource.CONCURRENCY;
        }
        if (hasAny(words, "token", "tokens", "tp", "itp", "otp")) {
            return tokens(words);
        }
        if (hasAny(words, "request", "requests", "req", "call", "calls", "rp")) {
            return Resource.REQUESTS;
        }
        return hasAny(words, "spend", "cost", "credit", "credits")
                ? Resource.SPEND
                : Resource.UNKNOWN;
    }

    private static Resource tokens(Set<String> words) {
        if (hasAny(words, "input", "prompt", "itp")) {
            return Resource.INPUT_TOKENS;
        }
        return hasAny(words, "output", "completion", "generated", "otp")
                ? Resource.OUTPUT_TOKENS
                : Resource.TOKENS;
    }

    private static boolean hasAny(Set<String> words, String... some) {
        for (String word : some) {
            if (words.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static Window window(Set<String> words) {
        return words.stream()
                .map(BucketNames::window)
                .filter(window -> window != Window.UNKNOWN)
                .findFirst()
                .orElse(Window.UNKNOWN);
    }

    private static Window window(String word) {
        return switch (word) {
            case "second", "seconds", "sec", "ps" -> Window.SECOND;
            case "minute", "minutes", "min", "pm" -> Window.MINUTE;
            case "hour", "hours", "hourly", "ph" -> Window.HOUR;
            case "day", "days", "daily", "pd" -> Window.DAY;
            case "month", "months", "monthly" -> Window.MONTH;
            default -> Window.UNKNOWN;
        };
    }
}
