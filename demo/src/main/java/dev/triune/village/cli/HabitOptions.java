/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.checkWritable;

import dev.triune.village.sim.HabitSource;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for plans that villagers use again without calling a model. */
final class HabitOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--habits",
            paramLabel = "FILE|off",
            description = "start with the habits of this file; off: ask for each plan (start"
                    + " without habits and acquire them)")
    private @Nullable String habits;

    @Option(
            names = "--bake",
            paramLabel = "FILE",
            description = "write the habits to this file at the end, for --habits; show the"
                    + " progress of each day instead of events")
    private @Nullable Path bake;

    /** Returns the first flag that a tape determines; empty without one. */
    Optional<String> firstFlagSetByTape() {
        if (bake != null) {
            return Optional.of("--bake " + bake);
        }
        return Optional.ofNullable(habits).map(from -> "--habits " + from);
    }

    /**
     * Returns the habits to start with.
     *
     * @param asksModels whether models are called, from which habits can be acquired
     * @throws ParameterException if the options contradict each other or the file cannot be written
     * @throws dev.triune.llm.ConfigException if the file of habits is missing or invalid
     */
    HabitSource source(boolean asksModels) {
        boolean off = HabitSource.OFF.name().equals(habits);
        if (bake != null && (off || !asksModels)) {
            throw OptionChecks.error(
                    spec,
                    "--bake " + bake + " and " + (off ? "--habits off" : "--no-llm")
                            + " exclude each other: leave out one of them");
        }
        checkWritable(spec, "--bake", bake);
        if (habits == null) {
            return asksModels ? HabitSource.LEARNING : HabitSource.OFF;
        }
        return off ? HabitSource.OFF : HabitSource.load(Path.of(habits));
    }

    /** Returns the file to write habits to, if they are wanted. */
    @Nullable
    Path bake() {
        return bake;
    }
}
