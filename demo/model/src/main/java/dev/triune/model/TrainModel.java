/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import dev.triune.local.LessonTokens;
import dev.triune.village.lab.bench.VillageLessons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Trains a small model to answer as the offline mind of the village does. Beside the model's file
 * it keeps the lessons and a checkpoint, from which the next run continues.
 */
public final class TrainModel {
    private static final int VOCABULARY = 2048;
    private static final int UNSEEN_SHARE = 40;
    private static final long SEED = 7;

    private TrainModel() {}

    /** Takes the model's file, the minutes of training, and the numbers of villages and days. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        double minutes = Double.parseDouble(args[1]);
        Path kept = Path.of(file + ".lessons");
        if (!Files.exists(kept)) {
            LessonFile.write(
                    kept, collect(file, Integer.parseInt(args[2]), Integer.parseInt(args[3])));
        }
        LessonFile.Lessons lessons = LessonFile.read(kept);
        List<int[][]> all = new ArrayList<>(lessons.tokens());
        Collections.shuffle(all, new Random(SEED));
        int unseen = all.size() / UNSEEN_SHARE;
        Network network = new Network(lessons.vocabulary().size(), SEED);
        Training training = new Training(
                network,
                lessons.vocabulary(),
                all.subList(unseen, all.size()),
                all.subList(0, unseen),
                Path.of(file + ".checkpoint"));
        training.run(minutes);
        ModelFile.write(file, lessons.vocabulary(), network);
        System.out.println(file + ": " + Files.size(file) + " bytes");
        System.exit(0); // llama.cpp keeps a thread
    }

    private static LessonFile.Lessons collect(Path file, int villages, int days)
            throws IOException {
        List<Lesson> lessons = new ArrayList<>();
        for (int i = 0; i < villages; i++) {
            lessons.addAll(VillageLessons.of(i, days));
            System.out.println("village " + (i + 1) + ": " + lessons.size() + " lessons");
        }
        Vocabulary vocabulary = Vocabulary.of(lessons, VOCABULARY);
        // random weights, as llama.cpp needs them to split the lessons into tokens
        ModelFile.write(file, vocabulary, new Network(vocabulary.size(), SEED));
        List<int[][]> tokens = new ArrayList<>();
        try (LessonTokens tokenizer = new LessonTokens(file)) {
            for (Lesson lesson : lessons) {
                int[] answer = tokenizer.answer(lesson.answer());
                int[] ended = Arrays.copyOf(answer, answer.length + 1);
                ended[answer.length] = Vocabulary.END;
                tokens.add(new int[][] {tokenizer.prompt(lesson.prompt()), ended});
            }
        }
        return new LessonFile.Lessons(vocabulary, tokens);
    }
}
