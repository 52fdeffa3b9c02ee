/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.triune.testsupport.ArchitectureRules.noGameEngine;
import static dev.triune.testsupport.ArchitectureRules.noThreads;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;
import static dev.triune.testsupport.PackageMap.entry;

import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies between packages, and which classes may use the clock, threads and network. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String API = "dev.triune.llm";
    private static final String PROVIDER = API + ".provider";
    private static final String BROKER = API + ".internal.broker";
    private static final String CONFIG = API + ".internal.config";
    private static final String HTTP = API + ".internal.http";
    private static final String JSON = API + ".internal.json";
    private static final String POLICY = API + ".internal.policy";
    private static final String PROTOCOL = API + ".internal.protocol";
    private static final String SIGNAL = PROTOCOL + ".signal";
    private static final String TIME = API + ".internal.time";

    private static final String HTTP_PROVIDER = PROVIDER + ".HttpProvider";
    private static final String GATEWAY_PROVIDER = PROVIDER + ".GatewayProvider";

    private static final List<String> API_ENTRY = List.of(
            "BrokerBuilder",
            "BrokerConfig",
            "BrokerThread",
            "ConfigSection",
            "JsonRecords",
            "VirtualTime");
    private static final List<String> PROVIDER_ENTRY = List.of(
            "ConnectionBuilder",
            "HttpProvider",
            "GatewayProvider",
            "OfflineProvider",
            "OfflineCall");

    private static final PackageMap MAP = new PackageMap()
            .arrows(API)
            .entryPoints(
                    API, API_ENTRY, BROKER, CONFIG, JSON, POLICY, TIME, PROVIDER, entry(PROVIDER))
            .arrows(PROVIDER, API)
            .entryPoints(PROVIDER, PROVIDER_ENTRY, API, HTTP, PROTOCOL, TIME)
            .arrows(TIME, API)
            .arrows(JSON, API)
            .arrows(POLICY, API)
            .arrows(SIGNAL, API)
            .arrows(PROTOCOL, API, PROVIDER, SIGNAL)
            .arrows(HTTP, API, PROVIDER, POLICY, PROTOCOL, SIGNAL)
            .arrows(BROKER, API, PROVIDER, POLICY, TIME, JSON)
            .arrows(CONFIG, API, PROVIDER, entry(PROVIDER), HTTP, POLICY)
            .exception(JSON + ".RecordsMapper", API + ".JsonRecords", "reads and writes its format")
            .exception(
                    CONFIG + ".BrokerFactory",
                    API + ".BrokerBuilder",
                    "fills the builder from the file; the builder does not know files")
            .exception(
                    CONFIG + ".BrokerSettingsReader",
                    API + ".BrokerBuilder",
                    "reads the file as settings of the builder, which has the defaults")
            .exception(
                    CONFIG + ".BrokerSettings",
                    API + ".BrokerBuilder",
                    "holds those settings until a builder takes them")
            .exception(
                    CONFIG + ".ConfigReader",
                    API + ".BrokerBuilder",
                    "adds the routes to those settings");

    ArchitectureTest() {
        super(Broker.class, MAP);
    }

    @Test
    void onlyListedClassesReadTheSystemClock() {
        check(noWallClock(TIME, API + ".Ticker"));
    }

    @Test
    void randomnessIsSeededExceptForNewSessionNames() {
        check(noUnseededChance(CONFIG + ".BrokerFactory"));
    }

    @Test
    void onlyTheConfigFileReadsTheEnvironment() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(API + ".ConfigSection")
                .should()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getenv"));
    }

    @Test
    void brokerDoesNotDependOnGameEngine() {
        check(noGameEngine());
    }

    @Test
    void onlyListedPackagesUseJsonLibraries() {
        check(noUseOf(
                List.of("tools.jackson..", "com.fasterxml.."), JSON, SIGNAL, PROTOCOL, CONFIG));
    }

    @Test
    void onlyListedClassesUseHttpLibraries() {
        check(noUseOf(
                List.of("okhttp3..", "okio..", "java.net.http..", "kotlin.."),
                HTTP,
                HTTP_PROVIDER,
                GATEWAY_PROVIDER));
    }

    @Test
    void onlyListedClassesStartThreads() {
        check(noThreads(HTTP, TIME, API + ".BrokerThread", HTTP_PROVIDER, GATEWAY_PROVIDER));
    }
}
