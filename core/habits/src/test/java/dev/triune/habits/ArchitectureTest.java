/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Habits depend on core and on the front of the broker; only their module and small talk know how
 * they work. Nothing but small talk knows talk, and nothing knows small talk.
 */
class ArchitectureTest extends ModuleArchitecture {
    private static final String FRONT = "dev.triune.habits";
    private static final String INTERNAL = "dev.triune.habits.internal";

    private static final String SMALL_TALK = "dev.triune.habits.smalltalk";

    private static final PackageMap MAP = new PackageMap()
            .group(
                    "core",
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.internal.behavior",
                    "dev.triune.internal.check",
                    "dev.triune.internal.inject",
                    "dev.triune.internal.kind",
                    "dev.triune.internal.text",
                    "dev.triune.prompt",
                    "dev.triune.rule",
                    "dev.triune.system")
            .group("the broker", "dev.triune.llm")
            .group("talk", "dev.triune.talk")
            .arrows(FRONT, "core")
            .arrows(SMALL_TALK, INTERNAL, "talk", "core")
            .arrows(INTERNAL, FRONT, "core", "the broker")
            .entryPoints(FRONT, List.of("Habits"), INTERNAL, "core", "the broker");

    ArchitectureTest() {
        super(Habits.class, MAP);
    }

    @Test
    void usesOnlyGameTimeAndSeededRandomnessAndNoThreads() {
        check(noWallClock());
        check(noUnseededChance());
        check(noThreads());
    }

    @Test
    void onlyTheModuleReadsFilesAndNothingDependsOnAGameEngine() {
        check(noUseOf(List.of("java.io..", "java.nio.."), "dev.triune.habits.Habits"));
        check(noUseOf(List.of("com.badlogic..")));
    }
}
