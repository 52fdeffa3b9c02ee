/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts how often a prompt contains the fact that answers a question a player would ask. A fact is
 * in a prompt if one of its lines contains all words of the fact, in any case. Not thread-safe.
 */
public final class PromptQuestions {
    /** The number of misses that {@link #toString} shows of each question. */
    private static final int SHOWN = 3;

    /** What people ask each other. */
    public enum Question {
        TODAY("What did you do today?"),
        DID_IT("Did you do what I asked?"),
        ANSWERED("What did you answer me then?"),
        DOING("What are you doing, and why?"),
        NEXT("What next, and why?"),
        WHO("Who is X?"),
        ROLE("Who here is a healer?"),
        WELL("Are you well, and what happened to you?"),
        WHERE("Where are we?"),
        TOLD("What did X tell or promise you?"),
        OWED("Whom do you owe what?"),
        WHEN("When was that?"),
        WHO_AM_I("Who am I?");

        private final String words;

        Question(String words) {
            this.words = words;
        }
    }

    private final Map<Question, Integer> asked = new EnumMap<>(Question.class);
    private final Map<Question, Integer> found = new EnumMap<>(Question.class);
    private final Map<Question, List<String>> missed = new EnumMap<>(Question.class);

    /**
     * Counts whether a prompt contains a fact.
     *
     * @param moment where the prompt comes from, for the report
     * @param fact words of which one line must contain all
     */
    public void ask(Question question, String prompt, String moment, String... fact) {
        asked.merge(question, 1, Integer::sum);
        for (String line : prompt.toLowerCase(Locale.ROOT).split("\n", -1)) {
            boolean all = true;
            for (String word : fact) {
                all &= line.contains(word.toLowerCase(Locale.ROOT));
            }
            if (all) {
                found.merge(question, 1, Integer::sum);
                return;
            }
        }
        missed.computeIfAbsent(question, none -> new ArrayList<>())
                .add(moment + ": " + List.of(fact));
    }

    /** Returns how often a question was asked. */
    public int asked(Question question) {
        return asked.getOrDefault(question, 0);
    }

    /** Returns the share of facts that were in their prompts, 0 to 1. */
    public double share() {
        int all = asked.values().stream().mapToInt(Integer::intValue).sum();
        int there = found.values().stream().mapToInt(Integer::intValue).sum();
        return all == 0 ? 0 : (double) there / all;
    }

    /** Returns the counts of each question with a few misses, for failed tests and reports. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Question question : Question.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-42s %4d of %4d%n",
                    question.words,
                    found.getOrDefault(question, 0),
                    asked(question)));
            List<String> misses = missed.getOrDefault(question, List.of());
            misses.subList(0, Math.min(SHOWN, misses.size()))
                    .forEach(miss -> text.append("    ").append(miss).append('\n'));
        }
        return text.append(String.format(Locale.ROOT, "all: %.1f %%%n", 100 * share()))
                .toString();
    }
}
