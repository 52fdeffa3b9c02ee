/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static dev.triune.testsupport.ArchitectureRules.noProcessAccess;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Package dependencies of the lab, which knows the village, and is not known by it. */
class LabArchitectureTest extends ModuleArchitecture {
    private static final String VILLAGE = "dev.triune.village.";
    private static final String WORLD = VILLAGE + "world";
    private static final String PEOPLE = VILLAGE + "people";
    private static final String TALK = VILLAGE + "talk";
    private static final String ACTION = VILLAGE + "action";
    private static final String MIND = VILLAGE + "mind";
    private static final String STORY = VILLAGE + "story";
    private static final String SIM = VILLAGE + "sim";
    private static final String VIEW = VILLAGE + "view";
    private static final String LAB = VILLAGE + "lab";
    private static final String BENCH = VILLAGE + "lab.bench";
    private static final String TAPE = VILLAGE + "lab.tape";

    /** The front packages of the core. */
    private static final String CORE = "the core";

    /** The front packages of the broker. */
    private static final String BROKER = "the broker";

    /** The packages of the village. */
    private static final String ALL_OF_IT = "the village";

    private static final PackageMap MAP = new PackageMap()
            .group(
                    CORE,
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.talk",
                    "dev.triune.habits",
                    "dev.triune.memory",
                    "dev.triune.prompt",
                    "dev.triune.rule",
                    "dev.triune.system",
                    "dev.triune.workbench")
            .group(BROKER, "dev.triune.llm", "dev.triune.llm.provider", "dev.triune.tape")
            .group(ALL_OF_IT, WORLD, PEOPLE, TALK, ACTION, MIND, STORY, SIM, VIEW)
            .arrows(BENCH, ALL_OF_IT, CORE, BROKER)
            .arrows(TAPE, ALL_OF_IT, BROKER)
            .arrows(LAB, BENCH, TAPE, ALL_OF_IT, CORE, BROKER);

    LabArchitectureTest() {
        super(VillageApp.class, MAP);
    }

    @Test
    void onlyTheLauncherUsesLibGdx() {
        check(noUseOf(List.of("com.badlogic.."), LAB));
    }

    @Test
    void onlyTheLauncherUsesPicocli() {
        check(noUseOf(List.of("picocli.."), LAB));
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
    void onlyTheLauncherUsesStreamsEnvironmentAndExit() {
        check(noProcessAccess(LAB));
    }
}
