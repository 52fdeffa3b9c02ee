/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Snapshots;
import dev.triune.prompt.Surroundings;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Speech and names can never break out of their quoted line in a prompt. */
class QuotedDataTest {
    private static final String ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    private static final List<PromptBuilder> ALL = List.of(
            PromptBuilder.talker(Snapshots.VILLAGE),
            PromptBuilder.template(
                    "talker.txt",
                    () ->
                            "{{name}}: {{persona}}\n{{skills}}\n---\n{{goals}}{{priorities}}{{options}}"
                                    + "{{relations}}{{memories}}{{steps}}{{ahead}}{{facts}}{{troubles}}"
                                    + "{{moment}}\n{{doing}}\n{{waiting}}\nNear you: {{nearby}}\n"
                                    + "{{heard}}\n{{conversation}}{{answers}}\n",
                    Snapshots.VILLAGE,
                    AnswerForm.TALK),
            PromptBuilder.executor(Snapshots.VILLAGE),
            PromptBuilder.autonomic(Snapshots.VILLAGE));
    private static final List<PromptBuilder> TALKERS = ALL.subList(0, 2);
    private static final List<PromptBuilder> LISTENERS = ALL.subList(0, 3);

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void speechStaysOneQuotedLine(String attack) {
        for (PromptBuilder builder : LISTENERS) {
            String text = say(builder, "Bo", attack);
            assertThat(changedLines(say(builder, "Bo", "x"), text))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- Bo: \"", "\""));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void speakerNameCannotBreakOutOfItsLine(String attack) {
        for (PromptBuilder builder : LISTENERS) {
            assertThat(changedLines(say(builder, "Bo", "x"), say(builder, attack, "x")))
                    .singleElement()
                    .satisfies(line -> {
                        assertHarmless(line, "- ", ": \"x\"");
                        assertThat(line.indexOf(':')).isEqualTo(line.length() - 5);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void nearbyNameCannotBreakOutOfItsLine(String attack) {
        for (PromptBuilder builder : LISTENERS) {
            assertThat(changedLines(near(builder, "Bo"), near(builder, attack)))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "Near you: ", ""));
        }
    }

    private static String near(PromptBuilder builder, String name) {
        return now(
                builder,
                ada -> ada.surroundings(new Surroundings("", List.of(name), List.of(), List.of())));
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void conversationLineStaysOneQuotedLine(String attack) {
        for (PromptBuilder talker : TALKERS) {
            String plain = now(talker, ada -> ada.line("Bo", "you", "x", false));
            assertThat(changedLines(
                            plain, now(talker, ada -> ada.line("Bo", "you", attack, false))))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- Bo to you: \"", "\""));
            assertThat(changedLines(plain, now(talker, ada -> ada.line(attack, "you", "x", false))))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- ", " to you: \"x\""));
            assertThat(changedLines(plain, now(talker, ada -> ada.line("Bo", attack, "x", false))))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- Bo to ", ": \"x\""));
        }
        for (PromptBuilder other : ALL.subList(3, 4)) {
            assertThat(now(other, ada -> ada.line("Bo", "you", attack, false)))
                    .as("a body does not hear it")
                    .isEqualTo(now(other, ada -> ada));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void toldMemoryStaysOneQuotedLine(String attack) {
        for (PromptBuilder builder : LISTENERS) {
            String plain = now(builder, ada -> ada.memory("x", "Bo"));
            assertThat(changedLines(plain, now(builder, ada -> ada.memory(attack, "Bo"))))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- \"", "\" (Bo told you)"));
            assertThat(changedLines(plain, now(builder, ada -> ada.memory("x", attack))))
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- \"x\" (", " told you)"));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.triune.fixture.Attacks#all")
    void noOtherTextBreaksOutOfItsLine(String attack) {
        for (PromptBuilder builder : ALL) {
            assertThat(everything(builder, attack).lines().count())
                    .isEqualTo(everything(builder, "x").lines().count());
            assertThat(everything(builder, attack)).doesNotMatch("(?s).*[\\p{Cf}\\p{Cs}].*");
        }
    }

    @Test
    void randomTextStaysOneQuotedLine() {
        for (long seed = 1; seed <= 300; seed++) {
            String speech = text(new SplittableRandom(seed));
            String text = say(LISTENERS.get(0), "Bo", speech);
            assertThat(changedLines(say(LISTENERS.get(0), "Bo", "\u00e9"), text))
                    .as("seed %d", seed)
                    .singleElement()
                    .satisfies(line -> assertHarmless(line, "- Bo: \"", "\""));
        }
    }

    @Test
    void fastPathAgreesWithCheckingEachCharacter() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "ab -'\"`<>{}~0f\u007f\u00e9";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(50); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String raw = random.nextInt(10) == 0 ? text + ID : text.toString();
            int limit = 2 + random.nextInt(50);
            String closely = "\u200b" + raw; // which is left out, and has all the rest looked at
            assertThat(PromptText.of(raw, limit))
                    .as("seed %d, %d", seed, i)
                    .isEqualTo(PromptText.of(closely, limit));
            assertThat(PromptText.untrusted(raw, limit))
                    .isEqualTo(PromptText.untrusted(closely, limit));
        }
    }

    @Test
    void harmlessTextIsUnchanged() {
        String speech = "Grüße, 你好! It's 5 % #1; (ok) \ud83d\udc08 * _ ~ e\u0301";
        assertThat(say(LISTENERS.get(0), "Bo", speech)).contains("- Bo: \"" + speech + "\"\n");
    }

    @Test
    void limitsLengthOfSpeechAndSpeakerName() {
        for (PromptBuilder builder : LISTENERS) {
            int plain = say(builder, "B", "x").length();
            assertThat(say(builder, "B", "x".repeat(100_000)).length()).isEqualTo(plain + 239);
            assertThat(say(builder, "B".repeat(100_000), "x").length()).isEqualTo(plain + 39);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void longSpeechIsCutBetweenCharactersWithEllipsis(int before) {
        String line = changedLines(
                        say(LISTENERS.get(0), "Bo", "x"),
                        say(
                                LISTENERS.get(0),
                                "Bo",
                                "a".repeat(before) + "\ud83d\udc08".repeat(500)))
                .get(0);
        assertThat(line).endsWith("\ud83d\udc08\u2026\"").doesNotMatch(".*\\p{Cs}.*");
        assertThat(line.length()).isBetween(7 + 239 + 1, 7 + 240 + 1);
    }

    @Test
    void uuidsAreNeverShown() {
        for (PromptBuilder builder : ALL) {
            assertThat(everything(builder, "chest " + ID + " of " + ID.toUpperCase(Locale.ROOT)))
                    .doesNotContainIgnoringCase("3f2504e0", "0305e82c3301");
        }
        assertThat(say(LISTENERS.get(0), "Bo", "take " + ID + " now"))
                .contains("\"take (unnamed) now\"");
        for (int before = 0; before < 250; before++) {
            assertThat(say(LISTENERS.get(0), "Bo", "x".repeat(before) + ID + ID))
                    .doesNotContain("3f2504");
        }
    }

    private static void assertHarmless(String line, String before, String after) {
        assertThat(line)
                .startsWith(before)
                .endsWith(after)
                .hasSizeGreaterThanOrEqualTo(before.length() + after.length());
        String inside = line.substring(before.length(), line.length() - after.length());
        assertThat(inside)
                .doesNotMatch("(?s).*[\\v\\p{Cc}\\p{Cf}\\p{Cs}].*")
                .doesNotMatch(".*[\"`<>\\[\\]{}\\\\\u201c\u201d\u201e\u00ab\u00bb\u300d\uff02].*");
    }

    private static String say(PromptBuilder builder, String speaker, String speech) {
        return now(builder, ada -> ada.heard(speaker, speech));
    }

    /** A prompt in which every text from outside is the given text. */
    private static String everything(PromptBuilder builder, String text) {
        AgentSnapshot.Person person = new AgentSnapshot.Person(text, text, List.of(text));
        return Snapshots.text(builder.build(AgentSnapshot.of(person)
                .goal(text, 0.5f)
                .priorities(List.of(text))
                .relation(text, text, 1)
                .memory(text, "")
                .memory(text, text)
                .plan(new AgentSnapshot.PlanState(
                        text,
                        List.of(new AgentSnapshot.PlannedStep(text, true)),
                        List.of(text),
                        text,
                        false))
                .surroundings(new Surroundings(text, List.of(text), List.of(text), List.of(text)))
                .heard(text, text)
                .troubles(List.of(text))
                .build()));
    }

    private static String now(PromptBuilder builder, UnaryOperator<AgentSnapshot.Builder> more) {
        Prompt prompt =
                builder.build(more.apply(AgentSnapshot.of("Ada", "A smith.")).build());
        return prompt.messages().get(1).text();
    }

    /** The lines that differ; as many lines as before are expected. */
    private static List<String> changedLines(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> lines = after.lines().toList();
        assertThat(lines).hasSameSizeAs(old);
        return IntStream.range(0, lines.size())
                .filter(i -> !lines.get(i).equals(old.get(i)))
                .mapToObj(lines::get)
                .toList();
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder("a");
        for (int i = random.nextInt(400); i > 0; i--) {
            text.append((char)
                    (random.nextBoolean()
                            ? random.nextInt(0x80)
                            : random.nextInt(Character.MAX_VALUE + 1)));
        }
        return text.toString();
    }
}
