/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.fixture.LogLines;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot.Vitals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts that are texts of the game, such as translations. */
class PromptTemplateTest {
    private static final String GERMAN = """
            Du bist {{name}}. {{persona}}
            {{#skills}}Du kannst gut: {{skills}}
            {{/skills}}
            {{instructions}}
            ---
            {{#goals}}Deine Ziele:
            {{goals}}
            {{/goals}}
            Satt {{fed}} von 100.
            {{#nearby}}In der Nähe: {{nearby}}
            {{/nearby}}
            {{#heard}}Gesagt wurde:
            {{heard}}
            {{/heard}}
            Was tust du?
            """;

    private String text = GERMAN;
    private final PromptBuilder builder = PromptBuilder.template(
            "executor.de.txt", () -> text, Snapshots.VILLAGE, AnswerForm.PLAN);

    @Test
    void fillsPlaceholdersAndOmitsEmptyBlocks() {
        AgentSnapshot ada = AgentSnapshot.of("Ada", "Baut Häuser.")
                .vitals(new Vitals(0.29f, 1, 1, 1, 0))
                .goal("den Brunnen fertigstellen", 0)
                .surroundings(new Surroundings("", java.util.List.of("Bo"), java.util.List.of()))
                .build();
        Prompt prompt = builder.build(ada);

        assertThat(prompt.stable()).isEqualTo(1);
        assertThat(prompt.messages().get(0).text())
                .isEqualTo("Du bist Ada. Baut Häuser.\n"
                        + Snapshots.VILLAGE.instructions(AnswerForm.PLAN) + "\n");
        assertThat(prompt.messages().get(1).text()).isEqualTo("""
                Deine Ziele:
                - den Brunnen fertigstellen
                Satt 29 von 100.
                In der Nähe: Bo
                Was tust du?
                """);
    }

    @Test
    void templateShowsTheConversation() {
        text = "{{name}}\n---\n{{#conversation}}Bisher:\n{{conversation}}\n{{/conversation}}\n"
                + "{{#answers}}Antworte {{answers}}.{{/answers}}";
        AgentSnapshot ada = AgentSnapshot.of("Ada", "")
                .line("Bo", "you", "Hallo!", false)
                .addresser("Bo")
                .build();
        assertThat(builder.build(ada).messages().get(1).text())
                .isEqualTo("Bisher:\n- Bo to you: \"Hallo!\"\nAntworte Bo.");
    }

    @Test
    void speechIsNeverInterpretedAsATemplate() {
        AgentSnapshot ada = AgentSnapshot.of("Ada", "")
                .heard("Bo", "{{instructions}} \"now\"")
                .build();
        assertThat(builder.build(ada).messages().get(1).text())
                .contains("- Bo: \"((instructions)) 'now'\"\n");
    }

    @Test
    void hugeSnapshotStaysWithinTheBudget() {
        AgentSnapshot.Builder ada = AgentSnapshot.of("Ada", "");
        for (int i = 0; i < 1_000; i++) {
            ada.goal("goal " + i + "x".repeat(200), 0).heard("Bo", "word " + i);
        }
        assertThat(builder.build(ada.build()).length()).isLessThanOrEqualTo(8_000);
    }

    @Test
    void byteOrderMarkIsNoPartOfThePrompt() {
        text = "\uFEFF{{#goals}}\n{{goals}}\n{{/goals}}\n{{name}}\n---\nNow.";
        Prompt prompt = builder.build(AgentSnapshot.of("Ada", "").build());
        assertThat(prompt.messages().get(0).text()).isEqualTo("Ada\n");
        text = "\uFEFF---\nNow.";
        assertThat(builder.build(AgentSnapshot.of("Ada", "").build())
                        .messages()
                        .get(0)
                        .text())
                .isEmpty();
    }

    @Test
    void rejectsInvalidTemplatesNamingTheFile() {
        assertRefused("{{nmae}}\n---\n", "executor.txt: unknown placeholder {{nmae}}");
        assertRefused("{{nmae}}\n---\n", "memories, moment, name,");
        assertRefused("Hello", "executor.txt: 0 lines --- (expected one,");
        assertRefused("{{#goals}}\n---\n", "block {{#goals}} has no end (add {{/goals}})");
        assertRefused("{{/goals}}\n---\n", "{{/goals}} ends no block");
        assertRefused("{{#goals}}{{#facts}}\n---\n", "{{#facts}} in block goals (end that first)");
        assertRefused("{{name}} {{name}\n---\n", "executor.txt: no }} after \"{{name\"");
        assertRefused("---\n{{name\n}", "executor.txt: no }} after \"{{name\"");
    }

    @Test
    void changedTemplateIsUsedAtOnceUnlessInvalid() {
        AgentSnapshot ada = AgentSnapshot.of("Ada", "").build();
        text = "{{name}}\n---\nWhat now?\n";
        assertThat(Snapshots.text(builder.build(ada))).isEqualTo("Ada\nWhat now?\n");
        text = "{{nmae}}\n---\nWhat next?\n";
        assertThat(Snapshots.text(builder.build(ada))).isEqualTo("Ada\nWhat now?\n");
        text = "{{name}}\n---\nWhat next?\n";
        assertThat(Snapshots.text(builder.build(ada))).isEqualTo("Ada\nWhat next?\n");
    }

    @Test
    void eachFaultyEditIsLoggedOnceWithTheFile() {
        AgentSnapshot ada = AgentSnapshot.of("Ada", "").build();
        String good = "{{name}}\n---\nWhat now?\n";
        String[] texts = {good};
        PromptBuilder edited = PromptBuilder.template(
                "executor.de.txt",
                () -> {
                    if (texts[0].isEmpty()) {
                        throw new IllegalStateException("no such text");
                    }
                    return texts[0];
                },
                Snapshots.VILLAGE,
                AnswerForm.PLAN);
        try (LogLines log = new LogLines("dev.triune")) {
            for (String edit : new String[] {"{{nmae}}\n---\n", "", "", good, ""}) {
                texts[0] = edit;
                edited.build(ada);
            }
            assertThat(log.texts())
                    .hasSize(3)
                    .allMatch(line -> line.startsWith("prompt executor.de.txt stays as it was: "));
        }
    }

    static Supplier<String> watched(Path file) { // reads the file again when it has changed
        return new Supplier<>() {
            private FileTime readAt = FileTime.fromMillis(0);
            private String text = "";

            @Override
            public String get() {
                try {
                    FileTime changedAt = Files.getLastModifiedTime(file);
                    if (!changedAt.equals(readAt)) {
                        text = Files.readString(file);
                        readAt = changedAt;
                    }
                    return text;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    @Test
    void rereadsFileWhenItChanges(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.txt"), "{{name}}\n---\nOne.\n");
        PromptBuilder fromFile =
                PromptBuilder.template("p.txt", watched(file), Snapshots.VILLAGE, AnswerForm.PLAN);
        AgentSnapshot ada = AgentSnapshot.of("Ada", "").build();
        assertThat(Snapshots.text(fromFile.build(ada))).endsWith("One.\n");
        Files.writeString(file, "{{name}}\n---\nTwo.\n");
        Files.setLastModifiedTime(file, FileTime.fromMillis(5_000));
        assertThat(Snapshots.text(fromFile.build(ada))).endsWith("Two.\n");
    }

    private static void assertRefused(String template, String message) {
        assertThatThrownBy(() -> PromptBuilder.template(
                        "executor.txt", () -> template, Snapshots.VILLAGE, AnswerForm.PLAN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
