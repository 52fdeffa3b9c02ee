/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps lessons as tokens, with their vocabulary, so that a training can continue. */
final class LessonFile {
    private LessonFile() {}

    /** The tokens of lessons, each a prompt and an answer. */
    record Lessons(Vocabulary vocabulary, List<int[][]> tokens) {}

    static void write(Path file, Lessons lessons) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            Vocabulary vocabulary = lessons.vocabulary();
            out.writeInt(vocabulary.texts.size());
            for (int i = 0; i < vocabulary.texts.size(); i++) {
                out.writeUTF(vocabulary.texts.get(i));
                out.writeInt(vocabulary.types.get(i));
                out.writeFloat(vocabulary.scores.get(i));
            }
            out.writeInt(lessons.tokens().size());
            for (int[][] lesson : lessons.tokens()) {
                for (int[] part : lesson) {
                    out.writeInt(part.length);
                    for (int token : part) {
                        out.writeShort(token);
                    }
                }
            }
        }
    }

    static Lessons read(Path file) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            Vocabulary vocabulary = new Vocabulary();
            for (int i = in.readInt(); i > 0; i--) {
                vocabulary.add(in.readUTF(), in.readInt(), in.readFloat());
            }
            List<int[][]> tokens = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) {
                tokens.add(new int[][] {part(in), part(in)});
            }
            return new Lessons(vocabulary, tokens);
        }
    }

    private static int[] part(DataInputStream in) throws IOException {
        int[] tokens = new int[in.readInt()];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = in.readUnsignedShort();
        }
        return tokens;
    }
}
