/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.testsupport.RecordVariants;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * An offline mind that reads a snapshot knows no more than a model that reads the prompt: each value
 * of a snapshot changes the prompt of some layer.
 */
final class SnapshotInPromptTest {
    /** Values that no model needs: they find memories, or explain why one was found. */
    private static final Set<String> NOT_SHOWN = Set.of(
            "life.agreements.number",
            "life.agreements.planned", // of one that is settled
            "memories.relevance",
            "memories.importance",
            "memories.recency",
            "memories.earlier.relevance",
            "memories.earlier.importance",
            "memories.earlier.recency");

    private static final List<PromptBuilder> LAYERS = List.of(
            PromptBuilder.talker(Snapshots.VILLAGE),
            PromptBuilder.executor(Snapshots.VILLAGE),
            PromptBuilder.autonomic(Snapshots.VILLAGE));

    private static final AgentSnapshot FULL = AgentSnapshot.of(
                    new AgentSnapshot.Person("Mira", "a builder", List.of("carpentry")))
            .vitals(new AgentSnapshot.Vitals(0.5f, 0.5f, 0.5f, 0.5f, 0.5f))
            .goal("finish the mill", 0.5f)
            .priorities(List.of("the winter"))
            .relation("Oren", "tells stories", 0.4f)
            .memory(new RetrievedMemory(
                    "the bridge is down", "Joss", RetrievedMemory.of("the bridge holds"), 0, 0, 0))
            .plan(new AgentSnapshot.PlanState(
                    "gather wood",
                    List.of(new AgentSnapshot.PlannedStep("gather wood 3", true)),
                    List.of("rest"),
                    "eating",
                    false,
                    "the winter comes"))
            .surroundings(new Surroundings(
                    "noon", List.of("Oren"), List.of("it rains"), List.of("a hut takes 5 wood")))
            .heard("Joss", "Good day.")
            .line("Oren", "you", "Is there bread?", false)
            .life(new AgentSnapshot.Life(
                    List.of(new AgentSnapshot.DeedLine(
                            Deed.Kind.FAILED, "gather wood 3", "no wood", "forest", 2, "at noon")),
                    List.of(new AgentSnapshot.AgreementLine(
                            3,
                            "Oren",
                            true,
                            "Bring me wood.",
                            "Gladly.",
                            "gather wood 3",
                            Agreement.State.FAILED,
                            "no wood",
                            "at half past eight",
                            "at nine",
                            "at ten",
                            false)),
                    List.of(new AgentSnapshot.PersonLine(
                            "Oren",
                            "elder",
                            true,
                            "resting",
                            "carries wood 3",
                            "at eight",
                            "I am Oren.",
                            "It rains.",
                            List.of(new AgentSnapshot.TalkLine("Oren", "you", "Hm.", false)))),
                    List.of(new AgentSnapshot.RoleLine("Edda", "cook"))))
            .addresser("Oren")
            .troubles(List.of("there was no wood"))
            .build();

    @Test
    void everyValueOfASnapshotAppearsInAPrompt() throws ReflectiveOperationException {
        assertThat(RecordVariants.unused(FULL, SnapshotInPromptTest::prompts))
                .as("values that no prompt shows")
                .isEqualTo(NOT_SHOWN);
    }

    private static List<String> prompts(AgentSnapshot agent) {
        return LAYERS.stream().map(layer -> layer.build(agent).text()).toList();
    }
}
