/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One whole prompt of each kind, which docs/prompts.md shows. To write them anew after a wanted
 * change, run this test with {@code -Dgolden.update=true}, and copy them into the page.
 */
final class WhatTheModelReadsTest {
    private static final Path FILES = Path.of("src", "test", "resources", "whole-prompts");
    private static final Path PAGE = Path.of("..", "docs", "prompts.md");

    @ParameterizedTest
    @ValueSource(strings = {"plan", "talk-to-a-player", "talk-among-agents"})
    void promptIsAsInTheFileAndOnThePage(String kind) throws IOException {
        String prompt = text(kind);
        GoldenFile.check(FILES.resolve(kind + ".txt"), prompt);
        assertThat(Files.readString(PAGE).replace("\r", "")).contains(prompt);
    }

    private static String text(String kind) {
        PromptBuilder builder = kind.equals("plan")
                ? PromptBuilder.executor(Snapshots.VILLAGE, AnswerForm.PLAN)
                : PromptBuilder.talker(Snapshots.VILLAGE);
        return builder
                .build(kind.equals("talk-among-agents") ? amongAgents() : withPlayer())
                .messages()
                .stream()
                .map(Message::text)
                .collect(Collectors.joining("\n"));
    }

    private static AgentSnapshot withPlayer() {
        return ada().line("Robin", "you", "Did you bring the wood?", false)
                .addresser("Robin")
                .build();
    }

    private static AgentSnapshot amongAgents() {
        return ada().line("Oren", "you", "Is the well finished?", false)
                .line("You", "Oren", "Tomorrow, if the stone lasts.", false)
                .line("Oren", "you", "Then I tell the others.", false)
                .addresser("Oren")
                .build();
    }

    /** A builder at noon of a busy day. */
    private static AgentSnapshot.Builder ada() {
        return Snapshots.ada()
                .vitals(new Vitals(0.45f, 0.8f, 1, 0.6f, 0))
                .memory("the storehouse was empty in the morning", "")
                .memory("the feast is tomorrow", "Oren")
                .life(new Life(
                        deeds(),
                        agreements(),
                        people(),
                        List.of(new RoleLine("Edda", "cook"), new RoleLine("Joss", "healer"))))
                .plan(new PlanState(
                        "gather stone 6",
                        List.of(
                                new PlannedStep("gather stone 6", true),
                                new PlannedStep("plan build well", false)),
                        List.of(),
                        "",
                        false,
                        "The well must be finished before the storm."))
                .surroundings(new Surroundings(
                                "It is noon.",
                                List.of("Oren"),
                                List.of("you carry: stone 4", "the fire at the square is out"))
                        .options(List.of("well stone 10, home wood 14 stone 8"))
                        .at("quarry"));
    }

    private static List<DeedLine> deeds() {
        return Stream.of(
                        deed(Deed.Kind.DONE, "gather wood 12", "", "forest", 1, "at 07:40"),
                        deed(Deed.Kind.DONE, "deposit", "", "storehouse", 1, "at 08:10"),
                        deed(
                                Deed.Kind.REFLEX,
                                "fleeing from danger",
                                "the wolf",
                                "forest",
                                1,
                                "at 09:00"),
                        deed(Deed.Kind.EVENT, "", "the wolf bit you", "forest", 1, "at 09:01"),
                        deed(
                                Deed.Kind.FAILED,
                                "cook 2",
                                "the fire is out",
                                "square",
                                1,
                                "at 10:30"))
                .toList();
    }

    private static DeedLine deed(
            Deed.Kind kind, String what, String note, String place, int times, String when) {
        return new DeedLine(kind, what, note, place, times, when);
    }

    private static List<AgreementLine> agreements() {
        return List.of(
                new AgreementLine(
                        1,
                        "Robin",
                        true,
                        "Could you bring 4 wood to the fire?",
                        "Aye. Consider it done.",
                        "gather wood 4, deposit fire",
                        Agreement.State.DONE,
                        "",
                        "at 07:25",
                        "at 07:30",
                        "at 08:10",
                        false),
                new AgreementLine(
                        2,
                        "Edda",
                        true,
                        "My oven smokes.",
                        "Then I must see it.",
                        "look at Edda's oven this evening",
                        Agreement.State.OPEN,
                        "",
                        "at 10:55",
                        "at 11:00",
                        "",
                        false));
    }

    private static List<PersonLine> people() {
        return List.of(
                new PersonLine(
                        "Robin",
                        "traveller",
                        false,
                        "",
                        "",
                        "at 08:15",
                        "Good day, I come from the coast.",
                        "",
                        List.of(
                                new TalkLine(
                                        "Robin", "you", "Who keeps the key?", false, "at 08:15"),
                                new TalkLine("You", "Robin", "I have never seen a key.", false))),
                new PersonLine(
                        "Oren",
                        "elder",
                        true,
                        "resting",
                        "carries wood 3",
                        "at 10:00",
                        "",
                        "",
                        List.of()));
    }
}
