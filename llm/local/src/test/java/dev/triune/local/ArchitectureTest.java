/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dependencies of the local model, and the only classes that use its native library. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String ROOT = "dev.triune.local";

    private static final PackageMap MAP = new PackageMap()
            .group("the broker", "dev.triune.llm", "dev.triune.llm.provider")
            .arrows(ROOT, "the broker");

    ArchitectureTest() {
        super(LocalProvider.class, MAP);
    }

    @Test
    void onlyListedClassesUseTheModelLibrary() {
        check(noUseOf(
                List.of("de.kherud..", "tools.jackson.."),
                ROOT + ".LlamaEngine",
                ROOT + ".LlamaNatives"));
    }

    @Test
    void answersUseNoUnseededRandomness() {
        check(noUnseededChance(ROOT + ".ServerProvider")); // its key
    }

    @Test
    void moduleDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }
}
