/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conversations are one package, which depends on core and on the front of the broker. */
class ArchitectureTest extends ModuleArchitecture {
    private static final PackageMap MAP = new PackageMap()
            .group(
                    "core",
                    "dev.triune",
                    "dev.triune.action",
                    "dev.triune.component",
                    "dev.triune.internal.background",
                    "dev.triune.internal.check",
                    "dev.triune.internal.inject",
                    "dev.triune.internal.text",
                    "dev.triune.prompt",
                    "dev.triune.rule",
                    "dev.triune.system")
            .group("the broker", "dev.triune.llm")
            .arrows("dev.triune.talk", "core", "the broker");

    ArchitectureTest() {
        super(Conversations.class, MAP);
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
