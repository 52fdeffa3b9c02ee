/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village;

import static dev.triune.testsupport.ArchitectureRules.noProcessAccess;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.triune.testsupport.ArchitectureRules;
import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import dev.triune.village.sim.VillageSimulation;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Package dependencies of the village, and what it must not use: clocks, chance, a screen. It also
 * compares the names of the library modules, all of which are on the class path here.
 */
class ArchitectureTest extends ModuleArchitecture {
    private static final String VILLAGE = "dev.triune.village.";
    private static final String WORLD = VILLAGE + "world";
    private static final String PEOPLE = VILLAGE + "people";
    private static final String TALK = VILLAGE + "talk";
    private static final String ACTION = VILLAGE + "action";
    private static final String MIND = VILLAGE + "mind";
    private static final String STORY = VILLAGE + "story";
    private static final String SIM = VILLAGE + "sim";
    private static final String VIEW = VILLAGE + "view";

    /** The front packages of the core. */
    private static final String CORE = "the core";

    /** The front packages of the broker. */
    private static final String BROKER = "the broker";

    /** Where a person is the mind of villagers. */
    private static final String BENCH = "the workbench";

    private static final Pattern NO_LIBRARY =
            Pattern.compile(".*/dev/triune/(village|testsupport)/.*");

    private static final PackageMap MAP = new PackageMap()
            .group(
                    CORE,
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.talk",
                    "dev.triune.habits",
                    "dev.triune.habits.smalltalk",
                    "dev.triune.memory",
                    "dev.triune.prompt",
                    "dev.triune.rule",
                    "dev.triune.system")
            .group(BROKER, "dev.triune.llm", "dev.triune.llm.provider")
            .group(BENCH, "dev.triune.workbench")
            .arrows(WORLD)
            .arrows(PEOPLE, WORLD, CORE)
            .arrows(TALK, PEOPLE, WORLD, CORE)
            .arrows(ACTION, TALK, PEOPLE, WORLD, CORE)
            .arrows(STORY, PEOPLE, WORLD, CORE)
            .arrows(MIND, ACTION, TALK, PEOPLE, WORLD, CORE)
            .arrows(SIM, STORY, ACTION, MIND, TALK, PEOPLE, WORLD, CORE, BROKER, BENCH)
            .arrows(VIEW, SIM, STORY, TALK, PEOPLE, WORLD, CORE, BROKER, BENCH)
            .exception(
                    MIND + ".VillageActions",
                    "dev.triune.llm.Prompt",
                    "it chooses among the builders of prompts")
            .exception(
                    MIND + ".VillageActions",
                    "dev.triune.llm.AnswerSchema",
                    "the schema has the actions of the prompt");

    ArchitectureTest() {
        super(VillageSimulation.class, MAP);
    }

    @Test
    void libraryModulesHaveNoDuplicateSimpleNames() {
        assertThat(ArchitectureRules.simpleNamesUsedTwice(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .withImportOption(location -> !location.matches(NO_LIBRARY))
                        .importPackages("dev.triune")))
                .isEmpty();
    }

    @Test
    void onlyTheViewUsesTheHttpServer() {
        check(noUseOf(List.of("com.sun.net.httpserver.."), VIEW));
    }

    @Test
    void knowsNeitherLibGdxNorTheCommandLine() {
        check(noUseOf(List.of("com.badlogic..", "picocli..")));
    }

    @Test
    void nothingReadsTheSystemClock() {
        check(noWallClock());
    }

    @Test
    void randomnessIsSeeded() {
        check(noUnseededChance());
    }

    @Test
    void leavesStreamsEnvironmentAndExitToTheLauncher() {
        check(noProcessAccess());
    }
}
