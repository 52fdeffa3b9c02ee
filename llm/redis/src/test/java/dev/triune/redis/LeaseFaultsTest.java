/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulation finds faults of the protocol, and the comparison with a real Redis those of its
 * scripts: each line of {@code faults.txt} is planted in a source, with the seed that finds it.
 * A thorough run plants all of them, {@code -Dsimulation.seeds=N} searches the first N seeds.
 */
class LeaseFaultsTest {
    private static final Logger QUIET = Logger.getLogger(RedisLimits.class.getName());
    private static final List<Path> ROOTS = List.of(
            Path.of("src/main/java"), Path.of("src/test/java"), Path.of("src/main/resources"));
    private static final int SEARCHED = Integer.getInteger("simulation.seeds", 0);
    private static final long FIRST = Long.getLong("simulation.first", 0);
    private static final Pattern ONLY =
            Pattern.compile(System.getProperty("simulation.faults", ""));
    /** The share of the protocol's faults that a search must find. */
    private static final double FOUND = 0.95;

    /** One fault of the protocol in so many is planted. */
    private static final int EACH = SEARCHED > 0 ? 1 : Thorough.count(20, 1);

    @TempDir
    Path folder;

    @BeforeAll
    static void silence() {
        QUIET.setLevel(Level.OFF);
    }

    @AfterAll
    static void restore() {
        QUIET.setLevel(null);
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void plantedFaultsOfTheProtocolAreFound() throws IOException {
        List<Fault> missed = new ArrayList<>();
        List<Fault> faults = faults(false);
        faults.forEach(Fault::source); // also of those that are not planted
        for (int i = 0; i < faults.size(); i += EACH) {
            Fault fault = faults.get(i);
            PlantedSimulation planted = new PlantedSimulation(
                    fault.file(), fault.source(), Files.createTempDirectory(folder, "fault"));
            find(fault, planted::passes, missed);
        }
        double allowed = SEARCHED > 0 ? faults.size() * (1 - FOUND) : 0;
        assertThat(missed).hasSizeLessThanOrEqualTo((int) allowed);
    }

    @Test
    void plantedFaultsOfTheScriptsAreFound() throws IOException {
        List<Fault> missed = new ArrayList<>();
        List<Fault> faults = faults(true);
        try (TestRedis redis = new TestRedis()) {
            redis.command(commands -> {
                faults.forEach(fault -> find(fault, seed -> agrees(commands, fault, seed), missed));
                return "";
            });
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void withoutAFaultTheCompiledProtocolPasses() throws IOException {
        Fault none = new Fault("1", "LocalShare.java", "PARTS = 4;", "PARTS = 2 + 2;");

        assertThat(new PlantedSimulation(none.file(), none.source(), folder).passes(1))
                .isTrue();
    }

    private static void find(Fault fault, LongPredicate passes, List<Fault> missed) {
        if (SEARCHED == 0 && fault.seed.equals("?")) {
            return; // only a search may find it
        }
        long first = SEARCHED > 0 ? FIRST : Long.parseLong(fault.seed);
        long end = SEARCHED > 0 ? first + SEARCHED : first + 1;
        long seed = first;
        while (seed < end && passes.test(seed)) {
            seed++;
        }
        if (seed == end) {
            missed.add(fault);
        }
        if (SEARCHED > 0) {
            System.out.println((seed == end ? "?" : String.valueOf(seed)) + fault);
        }
    }

    /** Whether the script with the fault gives the results of the model. */
    private static boolean agrees(RedisCommands<String, String> commands, Fault fault, long seed) {
        String text = fault.source();
        try {
            ScriptModelTest.compare(
                    (script, keys, values) -> commands.eval(
                            fault.isIn(script) ? text : script.text(),
                            ScriptOutputType.MULTI,
                            keys.toArray(String[]::new),
                            values.toArray(String[]::new)),
                    "{" + Integer.toHexString(fault.hashCode()) + "-" + seed + "}:",
                    seed);
            return true;
        } catch (RedisCommandExecutionException e) {
            assertThat(e).as("%s", fault).hasMessageNotContaining("compiling");
            return false;
        } catch (AssertionError e) {
            return false;
        }
    }

    private static List<Fault> faults(boolean ofScripts) {
        try (InputStream file = LeaseFaultsTest.class.getResourceAsStream("faults.txt")) {
            assertThat(file).isNotNull();
            List<Fault> chosen = new String(file.readAllBytes())
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .filter(line -> ONLY.matcher(line).find())
                    .map(Fault::of)
                    .toList();
            assertThat(chosen).as("faults that match %s", ONLY).isNotEmpty();
            return chosen.stream()
                    .filter(fault -> ofScripts == fault.place.endsWith(".lua"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * A line of the table.
     *
     * @param seed the seed that finds it
     * @param place where it is planted
     * @param text what stands there
     * @param replacement what stands there with the fault
     */
    private record Fault(String seed, String place, String text, String replacement) {
        static Fault of(String line) {
            int space = line.indexOf(' ');
            int colon = line.indexOf(": ");
            int arrow = line.indexOf(" -->");
            String place = line.substring(space + 1, colon);
            return new Fault(
                    line.substring(0, space),
                    place.contains(".") ? place : place + ".java",
                    line.substring(colon + 2, arrow),
                    line.substring(arrow + 4).trim());
        }

        boolean isIn(RedisScript script) {
            return place.equals(script == RedisScript.LEASE ? "lease.lua" : "presence.lua");
        }

        /** Returns the source with the fault. */
        String source() {
            String regex = Stream.of(text.split(" "))
                    .map(Pattern::quote)
                    .collect(Collectors.joining("\\s+"));
            try {
                Matcher matcher = Pattern.compile(regex).matcher(Files.readString(file()));
                assertThat(matcher.results().count()).as("places of %s", this).isEqualTo(1);
                return matcher.replaceFirst(Matcher.quoteReplacement(replacement));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        Path file() {
            String name = LeaseSimulation.class.getPackageName().replace('.', '/') + "/" + place;
            return ROOTS.stream()
                    .map(root -> root.resolve(name))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public String toString() {
            return " " + place.replace(".java", "") + ": " + text + " --> " + replacement;
        }
    }
}
