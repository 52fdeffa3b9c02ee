/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The simulation with one changed class; its class loader has all classes of the package to itself.
 */
final class PlantedSimulation extends ClassLoader {
    private static final String PACKAGE = LeaseSimulation.class.getPackageName() + ".";
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Shared, since it remembers the class path. */
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, null, null);

    private final Path folder;

    PlantedSimulation(Path file, String source, Path folder) throws IOException {
        super(LeaseSimulation.class.getClassLoader());
        this.folder = folder;
        Path changed = Files.writeString(folder.resolve(file.getFileName()), source);
        String classPath = Stream.of(
                        LeaseSimulation.class, LeasedBudget.class, Broker.class, Nullable.class)
                .map(PlantedSimulation::location)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> options =
                List.of("-nowarn", "-proc:none", "-cp", classPath, "-d", folder.toString());
        boolean compiled = COMPILER.getTask(
                        null, FILES, null, options, null, FILES.getJavaFileObjects(changed))
                .call();
        assertThat(compiled).as("javac of %s", changed).isTrue();
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

    /** Whether the simulation finds nothing; without failures for each fourth seed. */
    boolean passes(long seed) {
        try {
            Class<?> type = loadClass(PACKAGE + "LeaseSimulation");
            Constructor<?> constructor = type.getDeclaredConstructor(long.class, boolean.class);
            constructor.setAccessible(true);
            Object simulation = constructor.newInstance(seed, seed % 4 > 0);
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
            byte[] bytes =
                    Files.exists(changed) ? Files.readAllBytes(changed) : original.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
