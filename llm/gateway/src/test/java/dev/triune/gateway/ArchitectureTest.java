/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dependencies between the gateway's packages, and which may use the clock and libraries. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String ROOT = "dev.triune.gateway";
    private static final String HTTP = ROOT + ".http";
    private static final String API = ROOT + ".api";
    private static final String COMPLETION = ROOT + ".completion";
    private static final String KEYS = ROOT + ".keys";
    private static final String DASHBOARD = ROOT + ".dashboard";
    private static final String CLI = ROOT + ".cli";
    private static final String TRANSPORT = ROOT + ".internal.transport";
    private static final String HTTP_CLIENTS = "dev.triune.llm.internal.http";

    /** The front packages of the broker. */
    private static final String BROKER = "the broker";

    private static final PackageMap MAP = new PackageMap()
            .group(BROKER, "dev.triune.llm", "dev.triune.llm.provider")
            .arrows(ROOT, BROKER)
            .entryPoints(
                    ROOT, List.of("GatewayServer"), BROKER, HTTP, API, COMPLETION, DASHBOARD, KEYS)
            .arrows(HTTP, ROOT, BROKER, KEYS)
            .arrows(KEYS)
            .arrows(TRANSPORT, BROKER, HTTP_CLIENTS)
            .arrows(API, ROOT, BROKER, HTTP, KEYS)
            .arrows(COMPLETION, ROOT, BROKER, HTTP, API)
            .arrows(DASHBOARD, ROOT, BROKER, HTTP, API)
            .arrows(CLI, ROOT, BROKER, PackageMap.entry(ROOT), HTTP, KEYS)
            .exception(
                    API + ".CreditQueue",
                    "dev.triune.llm.internal.policy.CreditBucket",
                    "credits are counted exactly as the broker counts them")
            .exception(
                    COMPLETION + ".MessagesWriter",
                    "dev.triune.llm.internal.protocol.WireFamily",
                    "clients get the ids that the servers of their family accept");

    ArchitectureTest() {
        super(GatewayServer.class, MAP);
    }

    @Test
    void onlyTheCommandLineReadsTheSystemClock() {
        check(noWallClock(CLI));
    }

    @Test
    void onlyTheCommandLineUsesUnseededRandomness() {
        check(noUnseededChance(CLI));
    }

    @Test
    void gatewayDoesNotDependOnRedis() {
        check(noUseOf(List.of("dev.triune.redis..", "io.lettuce..", "io.netty..", "reactor..")));
    }

    @Test
    void gatewayDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }
}
