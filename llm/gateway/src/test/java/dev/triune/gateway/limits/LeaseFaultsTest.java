/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulation finds faults of the protocol: each line of {@code faults.txt} is planted in the source,
 * which is compiled anew.
 */
class LeaseFaultsTest {
    private static final Logger QUIET = Logger.getLogger(RedisLimits.class.getName());
    private static final String PACKAGE = LeaseSimulation.class.getPackageName() + ".";
    private static final List<Path> SOURCES = List.of(Path.of("src/main"), Path.of("src/test"));
    private static final int BY_DEFAULT = 3;
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 1_000);

    @BeforeAll
    static void silence() {
        QUIET.setLevel(Level.OFF);
    }

    @AfterAll
    static void restore() {
        QUIET.setLevel(null);
    }

    @TempDir
    Path folder;

    @Test
    void plantedFaultsAreFound() throws IOException {
        List<Fault> faults = faults();
        faults = faults.subList(0, Thorough.count(BY_DEFAULT, faults.size()));
        List<Fault> missed = new ArrayList<>();
        for (Fault fault : faults) {
            int seed = firstSeedThatFinds(fault);
            if (seed == SEEDS && !fault.isHard()) {
                missed.add(fault);
            }
            System.out.println((seed == SEEDS ? "missed" : "seed " + seed) + ": " + fault);
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void withoutAFaultTheCompiledProtocolPasses() throws IOException {
        Fault none = new Fault("LocalShare", "PARTS = 4;", "PARTS = 2 + 2;");

        assertThat(new Planted(none, folder).runs(0)).isTrue();
    }

    private int firstSeedThatFinds(Fault fault) throws IOException {
        Planted planted = new Planted(fault, Files.createTempDirectory(folder, "fault"));
        int seed = 0;
        while (seed < SEEDS && planted.runs(seed)) {
            seed++;
        }
        return seed;
    }

    private static List<Fault> faults() throws IOException {
        try (InputStream file = LeaseFaultsTest.class.getResourceAsStream("faults.txt")) {
            assertThat(file).isNotNull();
            return new String(file.readAllBytes())
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Fault::of)
                    .toList();
        }
    }

    private record Fault(String type, String text, String replacement) {
        static Fault of(String line) {
            int colon = line.indexOf(": ");
            int arrow = line.indexOf(" -->");
            return new Fault(
                    line.substring(0, colon),
                    line.substring(colon + 2, arrow),
                    line.substring(arrow + 4).trim());
        }

        /** Returns whether it may be missed: its effect is small or needs a rare moment. */
        boolean isHard() {
            return type.startsWith("?");
        }

        /** Returns the source with the fault. */
        String source() throws IOException {
            String source = Files.readString(file());
            String regex = Stream.of(text.split(" "))
                    .map(Pattern::quote)
                    .collect(Collectors.joining("\\s+"));
            Matcher matcher = Pattern.compile(regex).matcher(source);
            assertThat(matcher.results().count()).as("places of %s", this).isEqualTo(1);
            return matcher.replaceFirst(Matcher.quoteReplacement(replacement));
        }

        Path file() {
            String name = "java/" + PACKAGE.replace('.', '/') + type.replace("?", "") + ".java";
            return SOURCES.stream()
                    .map(root -> root.resolve(name))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The simulation with a fault: its class loader has all classes of the package to itself. */
    private static final class Planted extends ClassLoader {
        private final Path folder;

        Planted(Fault fault, Path folder) throws IOException {
            super(LeaseFaultsTest.class.getClassLoader());
            this.folder = folder;
            Path source =
                    Files.writeString(folder.resolve(fault.file().getFileName()), fault.source());
            String classPath = Stream.of(
                            LeaseSimulation.class, LeasedBudget.class, Broker.class, Nullable.class)
                    .map(Planted::location)
                    .collect(Collectors.joining(System.getProperty("path.separator")));
            int result = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-nowarn",
                            "-proc:none",
                            "-cp",
                            classPath,
                            "-d",
                            folder.toString(),
                            source.toString());
            assertThat(result).as("javac of %s", fault).isZero();
        }

        private static String location(Class<?> type) {
            try {
                return Path.of(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString();
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns whether the simulation finds nothing. */
        boolean runs(long seed) {
            try {
                Class<?> type = loadClass(PACKAGE + "LeaseSimulation");
                Constructor<?> constructor = type.getDeclaredConstructor(long.class, boolean.class);
                constructor.setAccessible(true);
                Object simulation = constructor.newInstance(seed, true);
                call(simulation, "play");
                return "".equals(call(simulation, "fault"));
            } catch (InvocationTargetException e) {
                return false; // the fault broke an assertion of the protocol
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Object call(Object target, String name) throws ReflectiveOperationException {
            Method method = target.getClass().getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(target);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PACKAGE)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            Path changed = folder.resolve(file);
            try (InputStream original = getResourceAsStream(file)) {
                if (original == null && !Files.exists(changed)) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = Files.exists(changed)
                        ? Files.readAllBytes(changed)
                        : original.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
