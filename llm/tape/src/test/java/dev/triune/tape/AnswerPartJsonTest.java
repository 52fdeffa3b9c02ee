/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerPartJsonTest {
    private static final int PARTS = 5_000;

    @Test
    void everyPartIsReadBackEqual() {
        for (long seed = 0; seed < PARTS; seed++) {
            AnswerPart part = part(new Random(seed));
            String line = write(part);
            assertThat(line).as("seed %d", seed).matches("\\p{ASCII}*").doesNotContain("\n");
            AnswerPart read = read(line);
            assertThat(read).as("seed %d", seed).isEqualTo(part);
            assertThat(read.toString()).as("order, seed %d", seed).isEqualTo(part.toString());
        }
    }

    @Test
    void doublesStayDoublesAndLongsStayLongs() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("long", 1L);
        fields.put("double", 1.0);
        fields.put("minus zero", -0.0);
        fields.put("largest", Long.MAX_VALUE);
        fields.put("far", 1e300);
        fields.put("least", Double.MIN_VALUE);
        AnswerPart part = new AnswerPart.Action("", fields);
        assertThat(read(write(part))).isEqualTo(part);
    }

    @Test
    void unpairedSurrogatesArePreserved() {
        for (String text :
                List.of("\ud83d", "\ude00\ud83d", "a\ud83d\ude00", "\u0000\u2028\u007f")) {
            AnswerPart part = new AnswerPart.Action(text, Map.of(text + "\\", List.of(text)));
            assertThat(read(write(part))).isEqualTo(part);
        }
    }

    private static String write(AnswerPart part) {
        return TapeLine.of(TapeLine.PART).with(TapeLine.PART, part).text(1);
    }

    private static AnswerPart read(String line) {
        return AnswerPartJson.read(TapeLine.parse(line).field(TapeLine.PART));
    }

    private static AnswerPart part(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> new AnswerPart.Text(text(random));
            case 1 -> new AnswerPart.Speech(text(random));
            case 2 -> new AnswerPart.Goal(text(random), text(random));
            case 3 -> new AnswerPart.Thought(text(random));
            case 4 -> new AnswerPart.Unknown(text(random));
            case 5 -> new AnswerPart.Malformed(text(random));
            default -> new AnswerPart.Action(text(random), map(random, 4));
        };
    }

    private static Map<String, Object> map(Random random, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(text(random), value(random, depth - 1));
        }
        return map;
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0 -> text(random);
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> finite(random);
            case 3 -> random.nextBoolean();
            case 4 -> map(random, depth);
            default -> list(random, depth);
        };
    }

    private static List<Object> list(Random random, int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(random, depth - 1));
        }
        return list;
    }

    private static double finite(Random random) {
        double number = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(number) ? number : random.nextInt(10);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
        }
        return text.toString();
    }
}
