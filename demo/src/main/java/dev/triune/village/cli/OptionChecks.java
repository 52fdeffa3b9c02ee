/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of options, with errors of one line. */
final class OptionChecks {
    private OptionChecks() {}

    static ParameterException error(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Rejects a value that is out of range. */
    static void check(
            CommandSpec spec,
            boolean valid,
            String option,
            @Nullable Object value,
            String expected) {
        if (!valid) {
            throw error(spec, option + " " + value + " (expected " + expected + ")");
        }
    }

    /** Rejects a value that its consumer rejects, with the consumer's message. */
    static void checkAccepted(
            CommandSpec spec, String option, String value, Consumer<String> user) {
        try {
            user.accept(value);
        } catch (IllegalArgumentException e) {
            throw error(spec, option + ": " + e.getMessage());
        }
    }

    /** Returns the constant that an option names. */
    static <E> E choose(
            CommandSpec spec,
            String option,
            @Nullable String value,
            String what,
            E[] constants,
            Function<E, String> label) {
        List<String> labels = Arrays.stream(constants).map(label).toList();
        int index = labels.indexOf(value);
        if (index >= 0) {
            return constants[index];
        }
        String all = String.join(", ", labels);
        int last = all.lastIndexOf(", ");
        throw error(
                spec,
                option + " " + value + ": no such " + what + " (expected " + all.substring(0, last)
                        + " or " + all.substring(last + 2) + ")");
    }

    /** Returns the name of a constant as it is written in options and in the report. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Rejects a file that cannot be written. */
    static void checkWritable(CommandSpec spec, String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        boolean overwritable = Files.notExists(file) || Files.isRegularFile(file);
        if (folder == null || !Files.isWritable(folder) || !overwritable) {
            throw error(
                    spec,
                    option + " " + file + ": no file can be written there (expected a file"
                            + " name in a folder that exists and can be written to)");
        }
    }
}
