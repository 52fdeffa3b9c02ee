/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A vocabulary for llama.cpp's SentencePiece tokenizer, learned from lessons: the phrases that
 * prompts and answers share are one token each, words are merged from letters, and numbers stay
 * apart from words.
 */
final class Vocabulary {
    private static final int CONTROL = 3;
    static final int BEGIN = 1;
    static final int END = 4;

    private static final int NORMAL = 1;
    private static final int UNKNOWN = 2;
    private static final int USER_DEFINED = 4;
    private static final int BYTE = 6;
    private static final String SPACE = "\u2581";

    private static final float WEIGHT_OF_TALK = 0.2f;
    private static final int PHRASES = 700;
    private static final int LEAST = 8;

    private static final Pattern UNIT = Pattern.compile(" ?\\p{L}+|\\d+|\\R|.", Pattern.DOTALL);

    final List<String> texts = new ArrayList<>();
    final List<Integer> types = new ArrayList<>();
    final List<Float> scores = new ArrayList<>();

    int size() {
        return texts.size();
    }

    /**
     * Returns how much each token of an answer matters: much up to the end of a plan, little after
     * it and in idle talk.
     */
    float[] weights(int[] answer) {
        String text = IntStream.of(answer).mapToObj(texts::get).collect(Collectors.joining());
        int end = text.contains("\"action\":[]") ? 0 : text.indexOf(']') + 1;
        float[] weights = new float[answer.length];
        int at = 0;
        for (int i = 0; i < answer.length; i++) {
            weights[i] = at < end ? 1 : WEIGHT_OF_TALK;
            at += texts.get(answer[i]).length();
        }
        return weights;
    }

    private void addControl() {
        add("<unk>", UNKNOWN, 0);
        add("<s>", CONTROL, 0);
        add("</s>", CONTROL, 0);
        add("<|im_start|>", CONTROL, 0);
        add("<|im_end|>", CONTROL, 0);
        for (int i = 0; i < 256; i++) {
            add(String.format("<0x%02X>", i), BYTE, 0);
        }
    }

    void add(String text, int type, float score) {
        texts.add(text);
        types.add(type);
        scores.add(score);
    }

    /** Learns a vocabulary of at most some tokens. */
    static Vocabulary of(List<Lesson> lessons, int size) {
        Vocabulary vocabulary = new Vocabulary();
        vocabulary.addControl();
        Phrases found = new Phrases(lessons);
        List<String> phrases = found.best(PHRASES);
        phrases.forEach(phrase -> vocabulary.add(phrase, USER_DEFINED, 0));
        Pattern known = Pattern.compile(
                phrases.stream().map(Pattern::quote).collect(Collectors.joining("|")));
        Map<String, Integer> units = new HashMap<>();
        found.variable().forEach((text, count) -> {
            for (String rest : known.split(text)) {
                UNIT.matcher(rest)
                        .results()
                        .forEach(it -> units.merge(it.group(), count, Integer::sum));
            }
        });
        vocabulary.learnWords(units, size);
        return vocabulary;
    }

    /** Merges the most frequent pair of neighbours, again and again. */
    private void learnWords(Map<String, Integer> units, int size) {
        List<List<String>> words = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        Set<String> letters = new TreeSet<>();
        for (char c = ' '; c <= '~'; c++) {
            letters.add(c == ' ' ? SPACE : String.valueOf(c));
        }
        new TreeMap<>(units).forEach((unit, count) -> {
            List<String> parts = new ArrayList<>();
            unit.codePoints().forEach(c -> parts.add(c == ' ' ? SPACE : Character.toString(c)));
            parts.stream().filter(it -> it.charAt(0) >= ' ').forEach(letters::add);
            words.add(parts);
            counts.add(count);
        });
        letters.forEach(letter -> add(letter, NORMAL, -1e6f));
        for (int rank = 0; texts.size() < size; rank++) {
            Map<String, Integer> pairs = new LinkedHashMap<>();
            for (int i = 0; i < words.size(); i++) {
                List<String> word = words.get(i);
                for (int j = 1; j < word.size(); j++) {
                    pairs.merge(word.get(j - 1) + "\0" + word.get(j), counts.get(i), Integer::sum);
                }
            }
            var best = pairs.entrySet().stream().max(Map.Entry.comparingByValue());
            if (best.isEmpty() || best.get().getValue() < LEAST) {
                return;
            }
            String[] pair = best.get().getKey().split("\0");
            words.forEach(word -> merge(word, pair));
            add(pair[0] + pair[1], NORMAL, -rank);
        }
    }

    private static void merge(List<String> word, String[] pair) {
        for (int i = 0; i + 1 < word.size(); i++) {
            if (word.get(i).equals(pair[0]) && word.get(i + 1).equals(pair[1])) {
                word.set(i, pair[0] + pair[1]);
                word.remove(i + 1);
            }
        }
    }
}
