/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The module depends on the broker's front package, and only what connects uses Redis's client. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String ROOT = "dev.triune.redis";
    private static final PackageMap MAP =
            new PackageMap().group("the broker", "dev.triune.llm").arrows(ROOT, "the broker");

    ArchitectureTest() {
        super(RedisLimits.class, MAP);
    }

    @Test
    void limitsDoNotReadTheSystemClock() {
        check(noWallClock());
    }

    @Test
    void limitsDoNotUseUnseededRandomness() {
        check(noUnseededChance());
    }

    @Test
    void onlyListedClassesUseTheClientOfRedis() {
        check(noUseOf(
                List.of("io.lettuce..", "io.netty..", "reactor.."),
                ROOT + ".LettuceConnector",
                ROOT + ".RedisScript"));
    }

    @Test
    void moduleDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }
}
