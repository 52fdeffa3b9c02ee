/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageTape;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of the village, with their checks. */
@Command(
        name = "triune-village",
        mixinStandardHelpOptions = true,
        versionProvider = ManifestVersion.class,
        sortOptions = false,
        description =
                "A village that lives without a screen. Reflexes are rules; what villagers say"
                        + " and plan is asked of a language model, or of an offline mind in its"
                        + " place.",
        footer = {
            "",
            "Examples:",
            "  java -jar triune-village.jar",
            "  java -jar triune-village.jar --days 3 --speed max --seed 7 --report r.html",
            "  java -jar triune-village.jar --llm http://127.0.0.1:11434/v1 --model gemma4:e4b",
            "  java -jar triune-village.jar --gateway http://127.0.0.1:8766 --game north",
            "  java -jar triune-village.jar --provider ollama --llm http://127.0.0.1:11434"
                    + " --model gemma4:e4b",
            "  java -jar triune-village.jar --replay t.jsonl",
            "  java -jar triune-village.jar --days 3 --speed max --seeds 1..20",
            "  java -jar triune-village.jar --days 10 --speed max --bake minds.json",
            "  java -jar triune-village.jar --no-llm --habits minds.json",
            "  java -jar triune-village.jar --bench-model model.gguf"
        })
final class VillageOptions {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final TimeOptions length = new TimeOptions();

    @Mixin
    private final WorldOptions world = new WorldOptions();

    @Mixin
    private final SeedOptions seeds = new SeedOptions();

    @Mixin
    private final MindOptions mind;

    @Mixin
    private final HabitOptions habits = new HabitOptions();

    @Mixin
    private final FileOptions files = new FileOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE.yaml",
            description = "read what is not given here from this file: these flags in a section"
                    + " village, and the providers to ask")
    private @Nullable Path config;

    @Option(names = "--quiet", description = "print the report at the end and nothing before it")
    private boolean quiet;

    private MindSource.@Nullable Providers providers;

    @Mixin
    private final ViewOptions view = new ViewOptions();

    VillageOptions(Map<String, String> environment) {
        this.mind = new MindOptions(environment);
    }

    /** Uses the providers of a file, unless a flag chooses the source of answers. */
    void useProviders(MindSource.Providers value) {
        providers = value;
    }

    /** Checks all options and returns the settings of the village. */
    SimulationSettings simulationSettings() {
        length.checkRanges();
        world.checkRanges();
        length.checkSpeed();
        mind.checkUrls(world.seed());
        length.checkTogether();
        boolean replay = files.replay() != null;
        boolean max = length.max(replay);
        mind.checkTogether(max);
        files.checkOutputFiles(view.isEnabled());
        files.read(world, mind, habits);
        VillageTape tape = files.villageTape();
        if (tape != null) {
            return SimulationSettings.replayed(tape, max || view.isEnabled());
        }
        VillageSaveFile from = files.loaded();
        long seed = from == null ? world.seed() : from.seed();
        int villagers = from == null ? world.villagers() : from.villagers();
        boolean fromFile = mind.firstGivenFlag().isEmpty() && providers != null;
        MindSource source = fromFile ? providers(max) : mind.source(seed, max);
        // simulated time can run at any speed
        boolean simulated = max || (view.isEnabled() && !source.isRemote());
        return new SimulationSettings(seed, villagers, simulated, source, world.decisionMode())
                .with(habits.source(source.asksModels()));
    }

    private MindSource providers(boolean max) {
        MindSource.Providers from = Objects.requireNonNull(providers);
        if (max) {
            throw OptionChecks.error(
                    spec,
                    "--speed max simulates time, which the providers of " + from.file()
                            + " cannot follow: leave out --speed max, or add --no-llm");
        }
        return from;
    }

    /** Returns how many situations to measure plans in; empty for a village. */
    OptionalInt benchmark() {
        return mind.benchmark();
    }

    /** Checks the options for several villages and returns their seeds; empty for one village. */
    List<Long> seeds() {
        return seeds.seeds(isMaxSpeed());
    }

    /** Returns how many of several villages run at a time. */
    int threads() {
        return seeds.threads();
    }

    /** Returns the number of ticks to run. */
    long ticks() {
        return length.ticks(files.replay() != null);
    }

    /** Returns whether simulated time runs as fast as possible. */
    boolean isMaxSpeed() {
        return length.max(files.replay() != null);
    }

    ViewOptions view() {
        return view;
    }

    /** Returns whether events are not printed. */
    boolean quiet() {
        return quiet || habits.bake() != null;
    }

    /** Returns the baking of minds, if requested. */
    Optional<Baking> baking(PrintStream out) {
        return Optional.ofNullable(habits.bake()).map(file -> new Baking(file, out));
    }

    /** Returns the configuration file, if one is given. */
    @Nullable
    Path config() {
        return config;
    }

    /** Returns the files to write the report to. */
    List<Path> reports() {
        return files.reports();
    }

    /** Returns the options for files. */
    FileOptions files() {
        return files;
    }
}
