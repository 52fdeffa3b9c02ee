/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Field;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.llm.Message;
import dev.triune.prompt.AgentSnapshot.AgreementLine;
import dev.triune.prompt.AgentSnapshot.DeedLine;
import dev.triune.prompt.AgentSnapshot.Life;
import dev.triune.prompt.AgentSnapshot.PersonLine;
import dev.triune.prompt.AgentSnapshot.PlanState;
import dev.triune.prompt.AgentSnapshot.PlannedStep;
import dev.triune.prompt.AgentSnapshot.RoleLine;
import dev.triune.prompt.AgentSnapshot.TalkLine;
import dev.triune.prompt.AgentSnapshot.Vitals;
import dev.triune.testsupport.GoldenFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A game can have its prompts wholly in another language: here in German. To write the files anew
 * after a wanted change, run this test with {@code -Dgolden.update=true}.
 */
final class GermanPromptTest {
    private static final Path FILES = Path.of("src", "test", "resources");

    /** English fragments shorter than this may be German too. */
    private static final int FRAGMENT = 4;

    private static Wording german() throws IOException {
        Properties sentences = new Properties();
        try (Reader reader =
                Files.newBufferedReader(FILES.resolve("wording").resolve("german.properties"))) {
            sentences.load(reader);
        }
        return Wording.of(sentences);
    }

    private static ActionCatalog catalog(Wording wording) {
        return ActionCatalog.builder()
                .wording(wording)
                .action(
                        "holen",
                        "im Wald sammeln",
                        Field.oneOf("was", "Holz", "Beeren", "Reisig", "Steine"),
                        Field.whole("menge", 1, 20))
                .action(
                        "ablegen",
                        "in den Schuppen bringen",
                        Field.oneOf("was", "Holz", "Beeren", "Reisig", "Steine"))
                .action("backen", "Brot backen", Field.whole("menge", 1, 5).optional())
                .action("rufen", "jemandem zurufen", Field.text("worte"))
                .action("ansehen", "sich etwas ansehen", Field.target("ziel", "Haus", "Tier"))
                .require("backen", "ein Feuer", (agent, step) -> true)
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "talk", "body"})
    void promptIsWhollyInGerman(String kind) throws IOException {
        Wording wording = german();
        ActionCatalog catalog = catalog(wording);
        PromptBuilder builder = switch (kind) {
            case "plan" -> PromptBuilder.executor(catalog, AnswerForm.PLAN);
            case "talk" -> PromptBuilder.talker(catalog);
            default -> PromptBuilder.autonomic(catalog);
        };
        String prompt = builder.build(ada(wording)).messages().stream()
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        GoldenFile.check(FILES.resolve("whole-prompts").resolve("german-" + kind + ".txt"), prompt);
        for (Text text : Text.values()) {
            for (String fragment : text.english().split("\\{\\d}|\n")) {
                String words = fragment.strip();
                boolean german = words.length() < FRAGMENT
                        || wording.say(text).contains(words)
                        || words.equals("null");
                assertThat(german || !prompt.contains(" " + words))
                        .as("%s in a German prompt: %s", text, words)
                        .isTrue();
            }
        }
    }

    private static AgentSnapshot ada(Wording wording) {
        String du = wording.say(Text.YOU_SPEAKER);
        String dir = wording.say(Text.YOU_ADDRESSEE);
        return AgentSnapshot.of(new AgentSnapshot.Person(
                        "Ada", "Eine Baumeisterin, stur und fröhlich.", List.of("Mauern")))
                .vitals(new Vitals(0.25f, 0.45f, 0.6f, 0.5f, 0.1f))
                .goal("den Brunnen fertig sehen", 0.4f)
                .priorities(List.of("das Dach"))
                .memory("nachts war mir kalt", "")
                .memory("morgen ist das Fest", "Ole")
                .relation("Ole", "hilft immer", 0.7f)
                .relation("Mira", "redet hinter dem Rücken", -0.3f)
                .life(new Life(
                        List.of(
                                deed(Deed.Kind.DONE, "holen Holz 12", "", "Wald", 3),
                                deed(Deed.Kind.REFLEX, "Flucht", "", "Wald", 1),
                                deed(Deed.Kind.FAILED, "backen 2", "das Feuer ist aus", "", 1)),
                        List.of(
                                agreed(1, true, "Bring mir Holz!", "Ja.", "holen Holz 4", false),
                                agreed(2, true, "Mein Ofen raucht.", "", "den Ofen ansehen", true)),
                        List.of(
                                new PersonLine(
                                        "Ole",
                                        "Wirt",
                                        true,
                                        wording.say(Text.TALKS_TO, "Mira"),
                                        "trägt einen Krug",
                                        wording.say(Text.MINUTES_AGO, 5),
                                        "Guten Tag!",
                                        "",
                                        List.of(new TalkLine(
                                                "Ole", dir, "Wer hat den Schlüssel?", false))),
                                new PersonLine(
                                        "Jost",
                                        "Heiler",
                                        true,
                                        wording.say(Text.ASLEEP),
                                        "",
                                        "",
                                        "",
                                        "",
                                        List.of())),
                        List.of(new RoleLine("Edda", "Köchin"))))
                .plan(new PlanState(
                        Text.NOTHING.english(),
                        List.of(
                                new PlannedStep("holen Steine 6", true),
                                new PlannedStep("ablegen Steine", false)),
                        List.of("backen 2"),
                        "Flucht",
                        false,
                        "Der Brunnen muss vor dem Sturm fertig sein."))
                .surroundings(new Surroundings(
                                "Es ist Mittag.",
                                List.of("Ole", "Jost"),
                                List.of("du trägst: Steine 4", wording.say(Text.SEE, "Haus")))
                        .options(List.of("Brunnen Steine 10"))
                        .at("Steinbruch"))
                .heard(wording.say(Text.OVERHEARD, "Mira"), "Es wird regnen.")
                .line("Ole", dir, "Ist der Brunnen fertig?", false)
                .line(du, "Ole", "Morgen, wenn", true)
                .line("Ole", dir, "Wenn was?", false)
                .addresser("Ole")
                .build();
    }

    private static DeedLine deed(
            Deed.Kind kind, String what, String note, String place, int times) {
        return new DeedLine(kind, what, note, place, times, "um 7:40");
    }

    private static AgreementLine agreed(
            int number, boolean own, String request, String answer, String what, boolean planned) {
        return new AgreementLine(
                number,
                "Ole",
                own,
                request,
                answer,
                what,
                Agreement.State.OPEN,
                "",
                "um 7:20",
                "um 7:30",
                "",
                planned);
    }
}
