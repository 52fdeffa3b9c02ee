/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The workbench is one package, which depends on core and on the front of the broker. */
class ArchitectureTest extends ModuleArchitecture {
    private static final PackageMap MAP = new PackageMap()
            .group(
                    "core",
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.prompt",
                    "dev.triune.system")
            .group("the broker", "dev.triune.llm", "dev.triune.llm.provider")
            .arrows("dev.triune.workbench", "core", "the broker");

    ArchitectureTest() {
        super(Workbench.class, MAP);
    }

    @Test
    void usesOnlyGivenTimeAndNoChance() {
        check(noWallClock());
        check(noUnseededChance());
    }

    @Test
    void dependsOnNoGameEngineAndNoHttpLibrary() {
        check(noUseOf(List.of("com.badlogic..", "okhttp3..")));
    }
}
