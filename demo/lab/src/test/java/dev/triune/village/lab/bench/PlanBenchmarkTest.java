/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.MindSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plans of models in situations of the real village. */
final class PlanBenchmarkTest {
    private static final int COUNT = Boolean.getBoolean("triune.thorough") ? 100 : 2;

    private static final Situations ONE = new Situations(1, 1);

    @Test
    void rulesMakePlansThatAreValidAndCarriedOutAndSensible() {
        PlanScores scores =
                PlanBenchmark.run(MindSource.Offline.RELIABLE, new Situations(1, COUNT));
        assertThat(all(scores)).allMatch(share -> share >= 50);
    }

    @Test
    void sameModelGetsTheSameTableTwice() {
        assertThat(PlanBenchmark.run(MindSource.Offline.RELIABLE, ONE).lines())
                .isEqualTo(PlanBenchmark.run(MindSource.Offline.RELIABLE, ONE).lines());
    }

    @Test
    void answersWithoutAPlanScoreNothing() {
        MindSource garbage = new MindSource.Offline(FaultMode.GARBAGE);
        assertThat(all(PlanBenchmark.run(garbage, ONE))).containsExactly(0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            WORK   | rest                          | false
            WORK   | rest, gather target=wood      | true
            FOOD   | gather target=wood            | false
            FOOD   | gather target=berries         | true
            FOOD   | harvest                       | true
            PLAYER | gather target=stone           | false
            PLAYER | go_to place=river             | false
            PLAYER | gather target=wood            | true
            FIRE   | deposit where=storehouse      | false
            FIRE   | deposit where=fire            | true
            DARK   | go_to place=river             | false
            DARK   | go_to place=home              | true
            DARK   | rest                          | true
            """)
    void planIsSensibleIfAStepAnswersTheSituation(
            PlanSituation situation, String plan, boolean sensible) {
        List<Step> steps =
                Stream.of(plan.split(", ")).map(PlanBenchmarkTest::step).toList();
        assertThat(situation.isSensible(steps, step("gather target=wood"), false))
                .isEqualTo(sensible);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DARK | go_to place=square | true
            DARK | talk target=Mira   | true
            DARK | go_to place=river  | false
            WORK | go_to place=square | false
            """)
    void whoKnowsOfAFeastMayGoThereInTheEvening(
            PlanSituation situation, String step, boolean sensible) {
        assertThat(situation.isSensible(List.of(step(step)), step("rest"), true))
                .isEqualTo(sensible);
    }

    private static Step step(String words) {
        String[] parts = words.split("[ =]");
        Step step = Step.of(parts[0]);
        return parts.length == 1 ? step : step.with(parts[1], parts[2]);
    }

    /** The percentages of the last row: valid, carried out, sensible. */
    private static List<Integer> all(PlanScores scores) {
        String row = scores.lines().stream()
                .filter(line -> line.startsWith("all"))
                .findFirst()
                .orElseThrow();
        return Stream.of(row.substring(16).replace("-", "").split("%"))
                .map(share -> Integer.valueOf(share.strip()))
                .toList();
    }
}
