/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.check;
import static dev.triune.village.cli.OptionChecks.choose;

import dev.triune.village.sim.SimulationSettings.DecisionMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that choose the village. */
final class WorldOptions {
    private static final int DEFAULT_VILLAGERS = 8;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "N", description = "seed of every chance in it (1)")
    private @Nullable Long seed;

    @Option(
            names = "--villagers",
            paramLabel = "N",
            description = "how many villagers, 1 to 10000 (8)")
    private @Nullable Integer villagers;

    @Option(
            names = "--decisions",
            paramLabel = "HOW",
            description = "scheduled: the layer that the moment calls for; sequential: one layer"
                    + " after the other, to compare (scheduled)")
    private @Nullable String decisions;

    void checkRanges() {
        boolean good = villagers == null || (villagers >= 1 && villagers <= 10_000);
        check(spec, good, "--villagers", villagers, "1 to 10000");
    }

    long seed() {
        return seed == null ? 1 : seed;
    }

    int villagers() {
        return villagers == null ? DEFAULT_VILLAGERS : villagers;
    }

    /** Returns the first flag that a save determines; empty without one. */
    Optional<String> firstFlagSetBySave() {
        if (seed != null) {
            return Optional.of("--seed " + seed);
        }
        return villagers == null ? Optional.empty() : Optional.of("--villagers " + villagers);
    }

    /** Returns the first flag that a tape determines; empty without one. */
    Optional<String> firstFlagSetByTape() {
        return firstFlagSetBySave()
                .or(() -> Optional.ofNullable(decisions).map(how -> "--decisions " + how));
    }

    DecisionMode decisionMode() {
        if (decisions == null) {
            return DecisionMode.SCHEDULED;
        }
        return choose(
                spec, "--decisions", decisions, "way", DecisionMode.values(), OptionChecks::lower);
    }
}
