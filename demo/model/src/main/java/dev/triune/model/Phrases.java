/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The phrases of lessons: whole lines, and what stands between numbers, names and quotes. */
final class Phrases {
    private static final int SHORTEST = 6;
    private static final Pattern VALUE =
            Pattern.compile("(?<=(?<!\"type\"):\")[^\"]*(?=\")|(?<=:)\\d+");
    private static final Pattern NAME = Pattern.compile("You are (\\p{Lu}\\p{L}+)\\.");

    private final Map<String, Integer> lines = new TreeMap<>();
    private final Map<String, Map<String, Integer>> following = new HashMap<>();
    private final Map<String, Integer> answers = new TreeMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> constant = new HashSet<>();
    private final Set<String> names = new TreeSet<>();
    private final int lessons;

    Phrases(List<Lesson> all) {
        lessons = all.size();
        for (Lesson lesson : all) {
            String prompt = lesson.text() + "\n";
            NAME.matcher(prompt).results().forEach(it -> names.add(it.group(1)));
            String last = "";
            for (String line : prompt.split("(?<=\n)")) {
                lines.merge(line, 1, Integer::sum);
                following.computeIfAbsent(last, it -> new HashMap<>()).merge(line, 1, Integer::sum);
                last = line;
            }
            answers.merge(lesson.answer(), 1, Integer::sum);
        }
        countParts();
        countBlocks();
    }

    /** Returns the texts that are no constant lines. */
    Map<String, Integer> variable() {
        Map<String, Integer> texts = new TreeMap<>(answers);
        texts.putAll(lines);
        texts.keySet().removeAll(constant);
        return texts;
    }

    /** A line is constant if others differ from it by more than numbers. */
    private void countParts() {
        Pattern variable = Pattern.compile("\\d+|\"|\\b(?:" + String.join("|", names) + ")\\b");
        Map<String, Integer> forms = new HashMap<>();
        lines.forEach((line, count) -> forms.merge(form(line), count, Integer::sum));
        lines.forEach((line, count) -> {
            if (count > 0.95 * forms.get(form(line))
                    && !line.contains("told you")
                    && names.stream().noneMatch(line::contains)) {
                constant.add(line);
            } else {
                for (String part : variable.split(line)) {
                    counts.merge(part, count, Integer::sum);
                }
            }
        });
        answers.forEach((answer, count) -> {
            for (String part : VALUE.split(answer)) {
                counts.merge(part, 4 * count, Integer::sum); // tokens of answers are written, too
            }
        });
    }

    private static String form(String line) {
        return line.replaceAll("\\d+", "0");
    }

    /** Joins constant lines that always follow each other. */
    private void countBlocks() {
        Map<String, String> next = new HashMap<>();
        constant.forEach(line -> following.getOrDefault(line, Map.of()).forEach((other, count) -> {
            int most = Math.max(lines.get(line), lines.get(other));
            if (constant.contains(other) && count > 0.9 * most) {
                next.put(line, other);
            }
        }));
        Set<String> heads = new HashSet<>(constant);
        heads.removeAll(next.values());
        for (String head : heads) {
            StringBuilder block = new StringBuilder();
            for (String line = head; line != null; line = next.get(line)) {
                block.append(line);
                counts.merge(line, lines.get(head), Integer::sum);
            }
            counts.merge(block.toString(), lines.get(head), Integer::sum);
        }
    }

    /** Returns the phrases that cover most of the text, the longest first. */
    List<String> best(int most) {
        int least = Math.max(8, lessons / 300);
        return counts.entrySet().stream()
                .filter(it -> it.getValue() >= least && isPhrase(it.getKey()))
                .sorted(Comparator.<Map.Entry<String, Integer>>comparingInt(it -> -it.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt((String it) -> -it.length())
                        .thenComparing(it -> it))
                .toList();
    }

    /** A short phrase must not match within words. */
    private static boolean isPhrase(String text) {
        boolean bounded = !Character.isLetterOrDigit(text.isEmpty() ? 'a' : text.charAt(0))
                && !Character.isLetterOrDigit(text.charAt(text.length() - 1));
        return text.length() > 1 && (bounded || text.strip().length() >= SHORTEST);
    }
}
