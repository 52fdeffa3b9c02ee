/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Episode;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.PromptText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws insights from episodes: the prompt, the parser of its answer, and rules. */
final class Insights {
    /** The maximum number of insights from one reflection. */
    static final int MAX_INSIGHTS = 3;

    /**
     * The maximum number of reflections on an insight, and the maximum depth of insights on
     * insights.
     */
    static final int MAX_REFLECTIONS = 2;

    private static final int MAX_SOURCES = 12;
    private static final int MAX_CHARACTERS = 1_000;

    /** A sentence and the numbers of its sources, in an answer joined into one line. */
    private static final Pattern INSIGHT =
            Pattern.compile("([^()\\[\\]]+)[(\\[](\\d{1,3}(?:[,; ]+\\d{1,3})*)[)\\]]");

    private static final Pattern MARK = Pattern.compile("^[\\s.;*\u2022-]*(?:\\d+[.:])?\\s*");

    private Insights() {}

    /** Returns the most important episodes for a reflection, the most important first. */
    static List<Episode> sources(List<Episode> episodes) {
        return episodes.stream()
                .filter(each -> each.reflections
                        < (each.kind.equals(Episode.INSIGHT) ? MAX_REFLECTIONS : 1))
                .sorted(Comparator.<Episode>comparingDouble(each -> -each.score)
                        .thenComparingLong(each -> -each.tick))
                .limit(MAX_SOURCES)
                .toList();
    }

    /** Writes the prompt: numbered lines, with hearsay in quotes. */
    static String prompt(List<Episode> sources, Wording wording) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sources.size(); i++) {
            Episode source = sources.get(i);
            text.append(i + 1).append(". ");
            if (source.source.isEmpty()) {
                text.append(PromptText.untrusted(source.text, 240));
            } else {
                text.append(wording.say(
                        Text.REFLECTION_TOLD,
                        PromptText.quoted(source.text, 240),
                        PromptText.name(source.source, 40)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Parses the insights of an answer; those without sources are ignored. */
    static List<Episode> read(String answer, List<Episode> sources, long tick) {
        List<Episode> insights = new ArrayList<>();
        Matcher found = INSIGHT.matcher(BoundedText.withoutThoughts(answer, MAX_CHARACTERS));
        while (found.find() && insights.size() < MAX_INSIGHTS) {
            List<Episode> citedSources = new ArrayList<>();
            for (String number : found.group(2).split("[,; ]+", -1)) {
                int at = Integer.parseInt(number) - 1;
                if (at >= 0 && at < sources.size() && !citedSources.contains(sources.get(at))) {
                    citedSources.add(sources.get(at));
                }
            }
            String text = MARK.matcher(found.group(1)).replaceFirst("").strip();
            if (!citedSources.isEmpty() && !text.isEmpty()) {
                insights.add(insight(text, citedSources, tick));
            }
        }
        return insights;
    }

    /** Draws insights by rules: what happened repeatedly, otherwise what mattered most. */
    static List<Episode> byRules(List<Episode> sources, long tick, Wording wording) {
        List<Episode> events = sources.stream()
                .filter(each -> !each.kind.equals(Episode.INSIGHT))
                .toList();
        Map<String, List<Episode>> kinds = new LinkedHashMap<>();
        for (Episode event : events) {
            if (!event.kind.isEmpty()) {
                kinds.computeIfAbsent(event.kind, kind -> new ArrayList<>()).add(event);
            }
        }
        List<Episode> insights = new ArrayList<>();
        kinds.forEach((kind, same) -> {
            if (same.size() > 1 && insights.size() < MAX_INSIGHTS) {
                String text = wording.say(Text.INSIGHT_OFTEN, same.size(), kind, same.get(0).text);
                insights.add(insight(text, same, tick));
            }
        });
        if (insights.isEmpty() && !events.isEmpty()) {
            Episode first = events.get(0);
            String text = wording.say(Text.INSIGHT_FIRST, first.text);
            insights.add(insight(text, List.of(first), tick));
        }
        return insights;
    }

    private static Episode insight(String text, List<Episode> sources, long tick) {
        float score = 0;
        List<String> texts = new ArrayList<>();
        int depth = 0;
        for (Episode source : sources) {
            score = Math.max(score, source.score);
            texts.add(source.text);
            if (source.kind.equals(Episode.INSIGHT)) {
                depth = Math.max(depth, source.reflections + 1);
            }
        }
        Episode insight = new Episode(text, Episode.INSIGHT, score, tick);
        insight.because = String.join("; ", texts);
        insight.reflections = Math.min(MAX_REFLECTIONS, depth);
        return insight;
    }
}
