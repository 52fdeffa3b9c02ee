/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import dev.triune.village.sim.Beginning;
import dev.triune.village.sim.Configured;
import dev.triune.village.sim.Recorded;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the village, read and checked. */
@Command(
        name = "triune-village",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
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
            "  java -jar triune-village.jar --llm http://127.0.0.1:11434/v1 --model qwen3:4b",
            "  java -jar triune-village.jar --gateway http://127.0.0.1:8766 --game north",
            "  java -jar triune-village.jar --provider ollama --llm http://127.0.0.1:11434"
                    + " --model qwen3:4b",
            "  java -jar triune-village.jar --replay t.jsonl"
        })
final class Options {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final LengthOptions length = new LengthOptions();

    @Mixin
    private final WorldOptions world = new WorldOptions();

    @Mixin
    private final MindOptions mind;

    @Mixin
    private final KeptOptions kept = new KeptOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE.yaml",
            description = "read what is not given here from this file: these flags in a section"
                    + " village, and the providers to ask")
    private @Nullable Path config;

    @Option(names = "--quiet", description = "print the report at the end and nothing before it")
    private boolean quiet;

    private Optional<Configured> providers = Optional.empty();

    @Mixin
    private final ViewOptions view = new ViewOptions();

    Options(Map<String, String> environment) {
        this.mind = new MindOptions(environment);
    }

    /** Asks the providers of a file, unless a flag says who is asked. */
    void ask(Configured value) {
        providers = Optional.of(value);
    }

    /** Checks everything at once and says what kind of village is wanted. */
    Settings settings() {
        length.checkRanges();
        world.checkRanges();
        length.checkSpeed();
        mind.checkUrls(world.seed());
        length.checkTogether();
        boolean replay = kept.replay() != null;
        boolean max = length.max(replay);
        mind.checkTogether(max);
        kept.checkWritten();
        kept.read(world, mind);
        Recorded tape = kept.recorded();
        if (tape != null) {
            return Settings.replayed(tape, max || view.on());
        }
        VillageFile from = kept.loaded();
        long seed = from == null ? world.seed() : from.seed();
        int villagers = from == null ? world.villagers() : from.villagers();
        if (mind.given().isEmpty() && providers.isPresent()) {
            return configured(seed, villagers, max, providers.get()).with(world.decisions());
        }
        // what is simulated can be watched at any speed
        boolean simulated = max || (view.on() && mind.canBeSimulated());
        return mind.settings(seed, villagers, simulated).with(world.decisions());
    }

    private Settings configured(long seed, int villagers, boolean max, Configured from) {
        if (max) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--speed max simulates time, which the providers of " + from.file()
                            + " cannot follow: leave out --speed max, or add --no-llm");
        }
        return Settings.configured(seed, villagers, from);
    }

    /** How the village begins; after {@link #settings}. */
    Beginning beginning() {
        return new Beginning(kept.loaded(), kept.record());
    }

    /** How many ticks to live. */
    long ticks() {
        return length.ticks(kept.replay() != null);
    }

    /** Whether time passes as fast as it goes. */
    boolean unlimited() {
        return length.max(kept.replay() != null);
    }

    ViewOptions view() {
        return view;
    }

    boolean quiet() {
        return quiet;
    }

    /** The file with what is not given as a flag. */
    @Nullable
    Path config() {
        return config;
    }

    /** Where the report is to be written to. */
    List<Path> reports() {
        return kept.reports();
    }

    /** What is kept besides. */
    KeptOptions kept() {
        return kept;
    }
}
