/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.village.lab.bench.Situations;
import dev.triune.village.sim.HabitSource;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.SimulationSettings.DecisionMode;
import dev.triune.village.view.VillageView;
import dev.triune.village.world.Calendar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
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
                "Simulates a village. Reflexes are rules; a language model, or an offline mind in"
                        + " its place, decides what villagers say and plan.",
        footer = {
            "",
            "Examples:",
            "  java -jar triune-village.jar",
            "  java -jar triune-village.jar --days 3 --speed max --seed 7 --report r.html",
            "  java -jar triune-village.jar --llm http://127.0.0.1:11434/v1 --model gemma4:e4b",
            "  java -jar triune-village.jar --gateway http://127.0.0.1:8766 --game north",
            "  java -jar triune-village.jar --provider ollama --llm http://127.0.0.1:11434"
                    + " --model gemma4:e4b",
            "  java -jar triune-village.jar --llm http://127.0.0.1:11434/v1 --try gemma4:e4b",
            "  java -jar triune-village.jar --replay t.jsonl",
            "  java -jar triune-village.jar --days 3 --speed max --seeds 1..20",
            "  java -jar triune-village.jar --days 10 --speed max --bake minds.json",
            "  java -jar triune-village.jar --no-llm --habits minds.json",
            "  java -jar triune-village.jar --bench-model model.gguf"
        })
final class VillageOptions {
    private static final String DEFAULT_PORT = "8780";
    private static final int DEFAULT_VILLAGERS = 8;

    /** Long enough that nobody who watches meets the end by surprise. */
    private static final int DAYS_WATCHED = 30;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--days",
            paramLabel = "N",
            description =
                    "days to simulate, 1 to 10000; a day takes 20 minutes (1; 30 with a view)")
    private @Nullable Integer days;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            description = "ticks to simulate instead of days, 1 or more; 20 per second")
    private @Nullable Long ticks;

    @Option(
            names = "--speed",
            paramLabel = "1|max",
            description = "1: real time; max: as fast as possible (1; max for a tape)")
    private @Nullable String speed;

    @Option(names = "--seed", paramLabel = "N", description = "seed of all random numbers (1)")
    private @Nullable Long seed;

    @Option(
            names = "--villagers",
            paramLabel = "N",
            description = "number of villagers, 1 to 10000 (8)")
    private @Nullable Integer villagers;

    @Option(
            names = "--decisions",
            paramLabel = "HOW",
            description = "scheduled: the layer that the situation calls for; sequential: one"
                    + " layer after the other, for comparison (scheduled)")
    private @Nullable String decisions;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST..LAST",
            description = "simulate a village with each of these seeds, and print a line for each;"
                    + " needs --speed max")
    private @Nullable String seeds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "villages of --seeds that run at the same time, 1 to 64 (one per core)")
    private @Nullable Integer threads;

    @Mixin
    private final MindOptions mind;

    @Option(
            names = "--habits",
            paramLabel = "FILE|off",
            description = "start with the habits in this file; off: call a model for each plan"
                    + " (start without habits and learn them)")
    private @Nullable String habits;

    @Option(
            names = "--bake",
            paramLabel = "FILE",
            description = "write the habits to this file at the end, for --habits; print a line"
                    + " per day instead of events")
    @Nullable
    Path bake;

    /** The files to write and to continue from. */
    @Mixin
    final FileOptions files = new FileOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE.yaml",
            description = "read options that are not given here from the section village of this"
                    + " file, and the providers")
    @Nullable
    Path config;

    @Option(names = "--quiet", description = "print only the report at the end")
    private boolean quiet;

    @Option(
            names = "--view",
            arity = "0..1",
            paramLabel = "PORT",
            fallbackValue = DEFAULT_PORT,
            description = "serve a view of the village to browsers on this machine, at this port"
                    + " (without one: " + DEFAULT_PORT + "; 0: a free one)")
    private @Nullable Integer port;

    @Option(
            names = "--no-open",
            description = "do not open the view in the browser of this machine")
    private boolean noOpen;

    @Option(
            names = "--by-hand",
            arity = "0..1",
            paramLabel = "NAME",
            fallbackValue = "",
            description = "be the mind of this villager, or of all, in the view, which it opens;"
                    + " the others keep theirs")
    private @Nullable String byHand;

    private MindSource.@Nullable Providers providers;

    VillageOptions(Map<String, String> environment) {
        this.mind = new MindOptions(environment);
    }

    /** Uses the providers of a file, unless a flag chooses the source of answers. */
    void useProviders(MindSource.Providers value) {
        providers = value;
    }

    /** Checks all options and returns the settings of the village. */
    SimulationSettings simulationSettings() {
        OptionRules rules = new OptionRules(spec);
        long ownSeed = seed == null ? 1 : seed;
        rules.checkValues();
        mind.checkUrls(rules, ownSeed);
        rules.checkTogether();
        rules.checkWritable("--bake", bake);
        files.check(rules, viewed(), benchmark().isPresent());
        files.read(rules);
        if (files.tape != null) {
            return files.tape.settings(isMaxSpeed() || viewed());
        }
        MindSource source = source(rules, ownSeed);
        int count = villagers == null ? DEFAULT_VILLAGERS : villagers;
        return new SimulationSettings(
                files.loaded == null ? ownSeed : files.loaded.seed(),
                files.loaded == null ? count : files.loaded.villagers(),
                isMaxSpeed() || (viewed() && !source.isRemote()), // simulated at any speed
                source,
                decisions == null
                        ? DecisionMode.SCHEDULED
                        : DecisionMode.valueOf(decisions.toUpperCase(Locale.ROOT)),
                habits(source.asksModels()));
    }

    private MindSource source(OptionRules rules, long ownSeed) {
        if (providers == null || rules.firstSource().isPresent()) {
            return mind.source(rules, ownSeed);
        }
        if (isMaxSpeed() && !providers.isAwaitable()) {
            throw rules.error("--speed max simulates time, which the providers of "
                    + providers.file()
                    + " cannot follow: leave out --speed max, or add --no-llm");
        }
        return providers;
    }

    /**
     * Returns the habits to start with.
     *
     * @param asksModels whether models are called, from which habits can be acquired
     * @throws dev.triune.llm.ConfigException if the file of habits is missing or invalid
     */
    private HabitSource habits(boolean asksModels) {
        if (habits == null) {
            return asksModels ? HabitSource.LEARNING : HabitSource.OFF;
        }
        if (HabitSource.OFF.name().equals(habits)) {
            return HabitSource.OFF;
        }
        OptionRules.checkReadable("--habits", Path.of(habits), "triune habits");
        return HabitSource.load(Path.of(habits));
    }

    /** Returns the situations to measure plans in; empty for a village. */
    Optional<Situations> benchmark() {
        return mind.benchmark();
    }

    /** Returns the model to try, empty for the default one; empty for a village. */
    Optional<String> tried() {
        return mind.tried();
    }

    /** Whether to try it with an image, too. */
    boolean image() {
        return mind.image();
    }

    /** Returns the seeds of several villages; empty for one village. */
    List<Long> seeds() {
        if (seeds == null) {
            return List.of();
        }
        OptionRules rules = new OptionRules(spec);
        String form = "FIRST..LAST, at most 1000 seeds";
        rules.check(seeds.matches("\\d{1,15}\\.\\.\\d{1,15}"), "--seeds " + seeds, form);
        String[] ends = seeds.split("\\.\\.", 2);
        long first = Long.parseLong(ends[0]);
        long last = Long.parseLong(ends[1]);
        rules.check(first <= last && last - first < 1_000, "--seeds " + seeds, form);
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    /** Returns how many of several villages run at a time. */
    int threads() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** Returns the number of ticks to run; a replayed tape runs to its end by default. */
    long ticks() {
        if (ticks != null) {
            return ticks;
        }
        if (files.replay != null && days == null) {
            return Long.MAX_VALUE;
        }
        int unlessSet = viewed() ? DAYS_WATCHED : 1;
        return (long) Calendar.TICKS_PER_DAY * (days == null ? unlessSet : days);
    }

    /** Returns whether simulated time runs as fast as possible. */
    boolean isMaxSpeed() {
        return speed == null ? files.replay != null : speed.equals("max");
    }

    private boolean viewed() {
        return port != null || byHand != null;
    }

    /** Opens the view if one is wanted; an unusable port is an error of the command line. */
    Optional<VillageView> openView(String mindName) {
        if (!viewed()) {
            return Optional.empty();
        }
        OptionRules rules = new OptionRules(spec);
        int chosen = port == null ? Integer.parseInt(DEFAULT_PORT) : port;
        try {
            return Optional.of(VillageView.open(
                    chosen, mindName, Optional.ofNullable(byHand).map(VillageView.ByHand::new)));
        } catch (IOException e) {
            throw rules.error("--view " + chosen + ": cannot listen on this port: " + e.getMessage()
                    + " (choose another, or 0 for a free one)");
        }
    }

    /** Returns whether the view is opened in a browser, if there is one. */
    boolean opensBrowser() {
        return !noOpen;
    }

    /** Returns whether events are not printed. */
    boolean quiet() {
        return quiet || bake != null;
    }
}
