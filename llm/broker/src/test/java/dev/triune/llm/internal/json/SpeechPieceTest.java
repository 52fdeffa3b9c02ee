/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerPart.Malformed;
import dev.triune.llm.AnswerPart.Speech;
import dev.triune.llm.AnswerPart.SpeechPiece;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** To rerun a failing case: {@code -Dtriune.seed=<the seed printed>}. */
final class SpeechPieceTest {
    private static final int CASES = Thorough.count(2_000, 20_000);

    @Test
    void deliversSpeechInPiecesBeforeTheWholeSpeech() {
        List<AnswerPart> parts = read("{\"speaking\":\"Hel", "lo, ", "Bryn.", "\",\"to\":null}");

        assertThat(parts)
                .startsWith(
                        new SpeechPiece("Hel"),
                        new SpeechPiece("lo, "),
                        new SpeechPiece("Bryn."),
                        new Speech("Hello, Bryn."));
    }

    @Test
    void deliversSpeechAfterAnActionInPieces() {
        List<AnswerPart> parts = read("{\"action\":\"wave\",\"speaking\" : \"Oh", " no\"}");

        assertThat(parts)
                .containsSubsequence(new SpeechPiece("Oh"), new Speech("Oh no"))
                .doesNotContain(new SpeechPiece(" no"));
    }

    @Test
    void piecesNeverSplitCharacters() {
        List<AnswerPart> parts = read(
                "{\"speaking\":\"\\ud83d",
                "\\ude00",
                "\ud83d",
                "\ude00",
                "\\",
                "\"",
                "\\u00",
                "e9\"}");

        assertThat(joined(parts)).startsWith("\ud83d\ude00\ud83d\ude00\"");
        assertThat(pieces(parts))
                .noneMatch(piece -> Character.isHighSurrogate(piece.charAt(piece.length() - 1))
                        || Character.isLowSurrogate(piece.charAt(0)));
        assertThat(parts).contains(new Speech("\ud83d\ude00\ud83d\ude00\"\u00e9"));
    }

    @Test
    void truncatedAnswerKeepsThePiecesOfItsSpeech() {
        List<AnswerPart> parts = read("{\"speaking\":\"I saw ", "a wolf near");

        assertThat(joined(parts)).isEqualTo("I saw a wolf near");
        assertThat(parts.get(parts.size() - 1)).isInstanceOf(Malformed.class);
    }

    @Test
    void possibleDraftIsNotDeliveredInPieces() {
        assertThat(pieces(read("First I think about it. {\"speaking\":\"Hel", "lo\"}")))
                .isEmpty();
    }

    @Test
    void onlySpeakingTextsAreDeliveredAsSpeech() {
        assertThat(pieces(read(
                        "{\"thinking\":\"I ",
                        "wonder\",\"speaking\":",
                        "12,\"action\":" + "[{\"type\":\"tell\",\"speaking\":\"no",
                        "t me\"}]}")))
                .isEmpty();
    }

    @Test
    void answersHaveNoSpeechPiecesByDefault() {
        assertThat(pieces(Answers.inPiecesOf(3, "{\"speaking\":\"Hello\"}"))).isEmpty();
    }

    @Test
    void joinedPiecesAreAPrefixOfTheSpeechInEverySplit() {
        long seed = Long.getLong("triune.seed", 20_261_122L);
        Random random = new Random(seed);
        int spoken = 0;
        for (int number = 0; number < CASES; number++) {
            String text = "{" + (random.nextBoolean() ? "\"action\":\"wave\"," : " ")
                    + "\"speaking\":" + json(random) + ",\"to\":\"all\"}";
            List<AnswerPart> parts = read(cut(text, random));
            String description = "-Dtriune.seed=" + seed + ", case " + number + ": " + text;
            List<AnswerPart> whole = parts.stream()
                    .filter(part -> !(part instanceof SpeechPiece))
                    .toList();
            assertThat(whole).as(description).isEqualTo(Answers.whole(text));
            String speech = whole.stream()
                    .filter(Speech.class::isInstance)
                    .map(part -> ((Speech) part).text())
                    .findFirst()
                    .orElseThrow();
            assertThat(speech).as(description).startsWith(joined(parts));
            spoken += joined(parts).length();
        }
        assertThat(spoken).isPositive();
    }

    private static String json(Random random) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append(
                    switch (random.nextInt(7)) {
                        case 0 -> "\\n";
                        case 1 -> "\\u" + String.format("%04x", 0x20 + random.nextInt(0xD000));
                        case 2 -> "\\ud83d\\ude0" + random.nextInt(10);
                        case 3 -> "\ud83d\ude00";
                        case 4 -> "\u20ac\u00e9";
                        case 5 -> "\\\\\\\"";
                        default -> "word. ";
                    });
        }
        return text.append('"').toString();
    }

    private static String[] cut(String text, Random random) {
        List<String> cuts = new ArrayList<>();
        for (int from = 0, to; from < text.length(); from = to) {
            to = Math.min(text.length(), from + 1 + random.nextInt(9));
            cuts.add(text.substring(from, to));
        }
        return cuts.toArray(String[]::new);
    }

    private static List<AnswerPart> read(String... deltas) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN, true, false);
        for (String delta : deltas) {
            reader.feed(delta, parts::add);
        }
        reader.end(parts::add);
        return parts;
    }

    private static List<String> pieces(List<AnswerPart> parts) {
        return parts.stream()
                .filter(SpeechPiece.class::isInstance)
                .map(part -> ((SpeechPiece) part).delta())
                .toList();
    }

    private static String joined(List<AnswerPart> parts) {
        return String.join("", pieces(parts));
    }
}
