/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The test kit is one package, which depends on core and on the broker. */
class ArchitectureTest extends ModuleArchitecture {
    private static final PackageMap MAP = new PackageMap()
            .group(
                    "core",
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.internal.apply",
                    "dev.triune.internal.check",
                    "dev.triune.rule",
                    "dev.triune.system")
            .group("the broker", "dev.triune.llm", "dev.triune.llm.provider")
            .arrows("dev.triune.testkit", "core", "the broker");

    ArchitectureTest() {
        super(MindTest.class, MAP);
    }

    @Test
    void usesOnlyGameTimeAndSeededRandomnessAndNoThreads() {
        check(noWallClock());
        check(noUnseededChance());
        check(noThreads());
    }

    @Test
    void doesNotDependOnAGameEngine() {
        check(noUseOf(List.of("com.badlogic..")));
    }
}
