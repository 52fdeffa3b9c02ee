/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rules in the place of a model, which read a snapshot and return steps and words. */
final class OfflineMindTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "collect", Field.text("target"), Field.whole("amount", 1, 20))
            .build();

    @Test
    void decidesFromTheSnapshotOfTheTickInWhichThePromptIsWritten() {
        List<Layer> layers = new ArrayList<>();
        OfflineMind mind = (agent, layer, random) -> {
            layers.add(layer);
            int berries = agent.surroundings().origin(Integer.class);
            return OfflineAnswer.of(
                            Step.of("gather").with("target", "berries").with("amount", berries))
                    .thinking("I see " + berries + ".");
        };
        var sim = MindTest.world(ACTIONS)
                .mind(mind::answer)
                .plugin(minds -> minds.runner("gather", (agent, step) -> Progress.DONE)
                        .perception(agent -> Surroundings.NONE.from(7)));
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> !sim.done(mira).isEmpty(), 200);
        assertThat(sim.done(mira).get(0))
                .isEqualTo(Step.of("gather").with("target", "berries").with("amount", 7));
        assertThat(layers).containsOnly(Layer.EXECUTOR);
    }

    @Test
    void readsTheSameValuesWhateverThePromptSays() {
        OfflineMind mind = (agent, layer, random) ->
                OfflineAnswer.of().speech(agent.person().name() + " " + layer.label());
        Prompt translated = Prompt.of("Was tust du?")
                .withOrigin(new OfflineMind.Question(
                        AgentSnapshot.of("Mira", "").build(), Layer.TALKER));
        assertThat(mind.answer(translated, new SplittableRandom(1)))
                .isEqualTo("{\"action\":[],\"speaking\":\"Mira talker\"}");
    }

    @Test
    void answerHoldsStepsWordsAndTheReason() {
        // [sample]
        OfflineMind woodcutter = (agent, layer, random) -> OfflineAnswer.of(
                        Step.of("chop").with("tree", "oak").with("amount", 3), Step.of("rest"))
                .speech("Wood first, then I rest.")
                .thinking("The fire is low.");
        // [end]
        Prompt asked = Prompt.of("What do you do?")
                .withOrigin(new OfflineMind.Question(
                        AgentSnapshot.of("Bram", "").build(), Layer.EXECUTOR));
        assertThat(woodcutter.answer(asked, new SplittableRandom(1)))
                .contains("\"chop\"", "\"rest\"", "Wood first, then I rest.", "The fire is low.");
    }

    @Test
    void writesTheAnswerAsAModelDoes() {
        assertThat(OfflineAnswer.of(Step.of("give").with("to", "Oren").with("amount", 2))
                        .step(Step.of("rest"))
                        .speech("He said \"no\\yes\",\nand left\u0001.")
                        .to("all")
                        .thinking("why not")
                        .toJson())
                .isEqualTo("{\"to\":\"all\",\"action\":[{\"type\":\"give\",\"to\":\"Oren\","
                        + "\"amount\":2},{\"type\":\"rest\"}],"
                        + "\"speaking\":\"He said \\\"no\\\\yes\\\",\\nand left\\u0001.\","
                        + "\"thinking\":\"why not\"}");
        assertThat(OfflineAnswer.of().toJson()).isEqualTo("{}");
    }

    @Test
    void refusesAPromptThatNoLayerAskedFor() {
        OfflineMind mind = (agent, layer, random) -> OfflineAnswer.of();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mind.answer(Prompt.of("Sum up."), new SplittableRandom(1)))
                .withMessage("the prompt was not written for a layer of an agent of this process"
                        + " (let an OfflineModel answer it)");
    }

    @Test
    void aMissingOriginOfTheSurroundingsIsNamed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Surroundings.NONE.origin(String.class))
                .withMessage(
                        "the surroundings come from nothing (expected a java.lang.String, which"
                                + " the perception adds by Surroundings.from)");
        assertThatIllegalStateException()
                .isThrownBy(() -> Surroundings.NONE.from(1).origin(String.class))
                .withMessageContaining("come from a java.lang.Integer");
        assertThat(Surroundings.NONE.from("here").andFacts(List.of("rain")).origin(String.class))
                .isEqualTo("here");
    }

    @Test
    void thePromptsOriginIsNoPartOfWhatIsSent() {
        Prompt prompt = Prompt.of(Message.system("rules"), Message.user("now"));
        Prompt known = prompt.withOrigin("secret");
        assertThat(known).isEqualTo(prompt).hasSameHashCodeAs(prompt);
        assertThat(known.toString()).doesNotContain("secret");
        assertThat(known.text()).isEqualTo(prompt.text());
        assertThat(known.withStable(1).origin()).isEqualTo("secret");
        assertThat(known.withStable(1)).isNotEqualTo(prompt);
    }
}
