/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step.RefusedStep;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A refused action is reported to game and model with its text and the expected values. */
class RefusalTest {
    private final List<RefusedStep> refused = new ArrayList<>();
    private final ActionCatalog actions = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.target("target", "tree"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .build();

    @Test
    void rejectsInvalidValueAndNamesTheExpectedOnes() {
        assertRefused(
                "{\"type\":\"gather\",\"target\":\"oak\",\"amount\":\"many\"}",
                new RefusedStep(
                        "gather",
                        "amount is no whole number",
                        "gather{target=oak, amount=many}",
                        "1 to 20"),
                "gather(target=oak, amount=many): amount is no whole number (expected 1 to 20)");
    }

    @Test
    void rejectsMissingValueAndNamesTheExpectedOnes() {
        assertRefused(
                "{\"type\":\"gather\",\"target\":\"oak\"}",
                new RefusedStep("gather", "amount is missing", "gather{target=oak}", "1 to 20"),
                "gather(target=oak): amount is missing (expected 1 to 20)");
    }

    @Test
    void rejectsTargetOutOfSightAndNamesVisibleOnes() {
        assertRefused(
                "{\"type\":\"gather\",\"target\":\"the moon\",\"amount\":2}",
                new RefusedStep(
                        "gather", "target is not in sight", "gather the moon 2", "one of oak, elm"),
                "gather the moon 2: target is not in sight (expected one of oak, elm)");
    }

    @Test
    void rejectsUnknownActionAndNamesKnownOnes() {
        assertRefused(
                "{\"type\":\"fly\"}",
                new RefusedStep("unknown", "no such action", "fly{}", "one of [gather, rest]"),
                "fly(): no such action (expected one of (gather, rest))");
    }

    private void assertRefused(String action, RefusedStep expected, String inPrompt) {
        MindTest sim = MindTest.world(actions)
                .mind("{\"action\":[" + action + "]}")
                .plugin(minds -> minds.listener(new MindListener() {
                    @Override
                    public void stepRefused(int agent, Layer layer, RefusedStep step) {
                        refused.add(step);
                    }
                }));
        int agent = sim.agent();
        Senses senses = sim.get(agent, Senses.class);
        senses.visible.add(VisibleObject.of("Bo", "person"));
        senses.visible.add(VisibleObject.of("oak", "tree"));
        senses.visible.add(VisibleObject.of("elm", "tree"));
        sim.tickUntil(() -> sim.prompts(agent).size() > 1, 400);
        assertThat(refused.get(0)).isEqualTo(expected);
        assertThat(sim.lastPrompt(agent)).contains(inPrompt);
    }
}
