/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import org.junit.jupiter.api.Test;

/** The tape depends on the broker's front packages only; a run has no clock, thread or chance. */
class ArchitectureTest extends ModuleArchitecture {
    private static final PackageMap MAP = new PackageMap()
            .group("the broker", "dev.triune.llm")
            .arrows("dev.triune.tape", "the broker");

    ArchitectureTest() {
        super(TapeRecorder.class, MAP);
    }

    @Test
    void tapesDoNotReadTheSystemClock() {
        check(noWallClock());
    }

    @Test
    void tapesDoNotUseUnseededRandomness() {
        check(noUnseededChance());
    }

    @Test
    void tapesStartNoThreads() {
        check(noThreads());
    }

    @Test
    void moduleDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }
}
