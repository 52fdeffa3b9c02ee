/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A game that is a named module, started with the options of {@code docs/platforms.md}. */
@Timeout(120)
class ModulePathTest {
    private static final List<String> LIBRARIES = List.of(
            "artemis-odb-2",
            "jackson-",
            "okhttp",
            "okio",
            "kotlin-stdlib",
            "snakeyaml",
            "jspecify");

    private static final String DESCRIPTOR = """
            open module game {
                requires dev.triune.core;
                requires dev.triune.llm;
                requires artemis.odb;
            }
            """;

    private static final String GAME = """
            package game;

            import com.artemis.World;
            import com.artemis.WorldConfigurationBuilder;
            import dev.triune.system.MindPlugin;
            import dev.triune.action.ActionCatalog;
            import dev.triune.action.Progress;
            import dev.triune.component.Mind;
            import dev.triune.component.Needs;
            import dev.triune.llm.BrokerBuilder;
            import dev.triune.llm.BrokerConfig;
            import dev.triune.llm.ProviderSettings;
            import dev.triune.llm.provider.OfflineProvider;
            import java.util.Optional;

            public class Game {
                sealed interface Deed permits Gather {}

                public record Gather(String what) implements Deed {}

                static int gathered;

                public static void main(String[] args) throws Exception {
                    var config = BrokerConfig.parse(
                            "llm.yaml",
                            "providers:\\n  local: {url: 'http://localhost:1/v1', model: m}\\n",
                            name -> Optional.empty());
                    Class.forName("com.artemis.io.SaveFileFormat"); // of the patch
                    System.out.println(config.providers().size() + " configured");
                    var actions = ActionCatalog.builder().actions(Deed.class).build();
                    var minds = OfflineProvider.builder((prompt, random) ->
                            "{\\"action\\":[{\\"type\\":\\"gather\\",\\"what\\":\\"wood\\"}]}");
                    try (var broker = new BrokerBuilder()
                            .provider(ProviderSettings.of("offline", "m")
                                            .withModels(ProviderSettings.ANY_MODEL),
                                    minds.build())
                            .build()) {
                        var plugin = new MindPlugin(broker, actions);
                        plugin.runner(Gather.class, (agent, deed) -> {
                            gathered++;
                            return Progress.DONE;
                        });
                        var world = new World(new WorldConfigurationBuilder().with(plugin).build());
                        int agent = world.create();
                        world.getMapper(Mind.class).create(agent);
                        world.getMapper(Needs.class).create(agent);
                        for (int frame = 0; frame < 5_000 && gathered == 0; frame++) {
                            world.process();
                            Thread.sleep(5); // the offline mind takes a moment of real time
                        }
                        System.out.println(gathered > 0 ? "gathered" : "nothing happened");
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void namedModuleReadsItsConfigurationAndCarriesOutAPlan() throws Exception {
        Path libraries = Files.createDirectory(folder.resolve("libraries"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (path.endsWith(Path.of("core", "target", "classes"))) {
                jar(libraries.resolve("core.jar"), "dev.triune.core", path);
            } else if (path.endsWith(Path.of("broker", "target", "classes"))) {
                jar(libraries.resolve("llm.jar"), "dev.triune.llm", path);
            } else if (entry.contains("artemis-odb-serializer-")) {
                Files.copy(
                        path,
                        Files.createDirectories(folder.resolve("serializers"))
                                .resolve(path.getFileName()));
            } else if (isLibrary(path.getFileName().toString())) {
                Files.copy(path, libraries.resolve(path.getFileName()));
            }
        }
        Path sources = Files.createDirectories(folder.resolve("src/game"));
        Files.writeString(sources.resolve("Game.java"), GAME);
        Path descriptor = Files.writeString(folder.resolve("src/module-info.java"), DESCRIPTOR);
        Path classes = folder.resolve("classes");
        run(
                "javac",
                "--release",
                "17",
                "-p",
                libraries.toString(),
                "-d",
                classes.toString(),
                descriptor.toString(),
                sources.resolve("Game.java").toString());

        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(documentedOptions());
        try (Stream<Path> serializers = Files.list(folder.resolve("serializers"))) {
            command.add("--patch-module");
            command.add("artemis.odb="
                    + serializers
                            .map(Path::toString)
                            .collect(Collectors.joining(File.pathSeparator)));
        }
        command.addAll(
                List.of("-p", libraries + File.pathSeparator + classes, "-m", "game/game.Game"));
        Process game = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(game.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).contains("1 configured").contains("gathered").doesNotContain("Error");
        assertThat(game.waitFor()).isZero();
    }

    private static boolean isLibrary(String file) {
        return file.startsWith("triune-llm") || LIBRARIES.stream().anyMatch(file::startsWith);
    }

    private static List<String> documentedOptions() throws IOException {
        List<String> options;
        try (Stream<String> lines = Files.lines(Path.of("../docs/platforms.md"))) {
            options = lines.filter(line -> line.startsWith("java --add-modules"))
                    .flatMap(line ->
                            Stream.of(line.substring(5, line.indexOf(" -p ")).split(" ")))
                    .collect(Collectors.toList());
        }
        assertThat(options).as("options of docs/platforms.md").isNotEmpty();
        return options;
    }

    private static void jar(Path file, String module, Path classes) throws IOException {
        Path manifest = Files.writeString(
                file.resolveSibling(module + ".manifest"),
                "Automatic-Module-Name: " + module + "\n");
        run("jar", "cfm", file.toString(), manifest.toString(), "-C", classes.toString(), ".");
        Files.delete(manifest);
    }

    private static void run(String tool, String... arguments) {
        PrintWriter out = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        assertThat(ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments))
                .as(tool)
                .isZero();
    }
}
