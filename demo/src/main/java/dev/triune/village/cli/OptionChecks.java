/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What is wrong with a command line, in one line. */
final class OptionChecks {
    private OptionChecks() {}

    static ParameterException error(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Complains of a value that is out of range. */
    static void check(
            CommandSpec spec,
            boolean good,
            String option,
            @Nullable Object value,
            String expected) {
        if (!good) {
            throw error(spec, option + " " + value + " (expected " + expected + ")");
        }
    }

    /** Tells what is wrong with a value in the words of whoever uses it. */
    static void checkAccepted(
            CommandSpec spec, String option, String value, Consumer<String> user) {
        try {
            user.accept(value);
        } catch (IllegalArgumentException e) {
            throw error(spec, option + ": " + e.getMessage());
        }
    }

    /** Complains of a file that cannot be written. */
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
