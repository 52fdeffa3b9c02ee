/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.telemetry;

import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import org.junit.jupiter.api.Test;

/** Telemetry depends on the broker's front package only. */
class ArchitectureTest extends ModuleArchitecture {
    private static final PackageMap MAP = new PackageMap()
            .group("the broker", "dev.triune.llm")
            .arrows("dev.triune.telemetry", "the broker");

    ArchitectureTest() {
        super(BrokerTelemetry.class, MAP);
    }

    @Test
    void telemetryStartsNoThreads() {
        check(noThreads());
    }

    @Test
    void telemetryMeasuresWithTheTickerOfTheBroker() {
        check(noWallClock());
    }

    @Test
    void telemetryUsesNoUnseededRandomness() {
        check(noUnseededChance());
    }

    @Test
    void moduleDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }
}
