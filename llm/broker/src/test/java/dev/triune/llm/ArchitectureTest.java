/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.NullMarked;

/** The arrows between the packages, and who may touch the clock, threads and the network. */
@AnalyzeClasses(packages = "dev.triune.llm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String API = "dev.triune.llm";
    private static final String TIME = API + ".time";
    private static final String QUEUE = API + ".queue";
    private static final String LIMIT = API + ".policy.limit";
    private static final String ROUTE = API + ".policy.route";
    private static final String SHARE = API + ".policy.share";
    private static final String QUOTA = API + ".policy.quota";
    private static final String JSON = API + ".json";
    private static final String PROVIDER = API + ".provider";
    private static final String SIGNAL = API + ".provider.signal";
    private static final String SIM = API + ".provider.sim";
    private static final String WIRE = API + ".provider.wire";
    private static final String HTTP = API + ".provider.http";
    private static final String ENGINE = API + ".engine";
    private static final String RUN = API + ".run";
    private static final String TAPE = API + ".tape";
    private static final String CONFIG = API + ".config";

    /** From each package to those it may depend on. A package that is missing here may not exist. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry(API, Set.of()),
            entry(TIME, Set.of()),
            entry(QUEUE, Set.of(API)),
            entry(LIMIT, Set.of(API, TIME)),
            entry(ROUTE, Set.of(API)),
            entry(SHARE, Set.of(API)),
            entry(QUOTA, Set.of(API)),
            entry(JSON, Set.of(API)),
            entry(PROVIDER, Set.of(API, TIME)),
            entry(SIGNAL, Set.of(API, PROVIDER)),
            entry(SIM, Set.of(API, TIME, PROVIDER, SIGNAL)),
            entry(WIRE, Set.of(API, PROVIDER, SIGNAL)),
            entry(HTTP, Set.of(API, TIME, PROVIDER, SIGNAL, WIRE)),
            entry(ENGINE, Set.of(API, TIME, QUEUE, LIMIT, ROUTE, SHARE, QUOTA, PROVIDER, JSON)),
            entry(RUN, Set.of(API, ENGINE, SHARE, TIME)),
            entry(TAPE, Set.of(API)),
            entry(
                    CONFIG,
                    Set.of(
                            API, TIME, QUEUE, LIMIT, ROUTE, SHARE, QUOTA, PROVIDER, WIRE, HTTP,
                            ENGINE)));

    @ArchTest
    static final ArchRule packagesPointOneWay = classes()
            .should(followTheArrows())
            .because("an arrow that is not drawn in the map is a mistake");

    @ArchTest
    static final ArchRule onlyTimeReadsTheClockOfTheMachine = noClasses()
            .that()
            .resideOutsideOfPackage(TIME)
            .should()
            .accessTargetWhere(target(ArchitectureTest::isWallClock, "the wall clock"))
            .because("time is virtual in tests and replays");

    @ArchTest
    static final ArchRule chanceIsSeeded = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.triune.llm.internal.config.BrokerFactory")
            .should()
            .accessTargetWhere(target(ArchitectureTest::isUnseededChance, "chance without a seed"))
            .because("the same seed gives the same run; a fresh name of a session decides nothing");

    @ArchTest
    static final ArchRule noGameEngine = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "com.artemis..", "com.badlogic..", "net.mostlyoriginal..", "net.onedaybeard..")
            .because("the broker serves any game, and servers");

    @ArchTest
    static final ArchRule jsonStaysInItsPlace = noClasses()
            .that()
            .resideOutsideOfPackages(JSON, SIGNAL, WIRE, TAPE, CONFIG)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "com.fasterxml..");

    @ArchTest
    static final ArchRule httpStaysInItsPlace = noClasses()
            .that()
            .resideOutsideOfPackage(HTTP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("okhttp3..", "okio..", "java.net.http..", "kotlin..");

    @ArchTest
    static final ArchRule onlyHttpAndRunStartThreads = noClasses()
            .that()
            .resideOutsideOfPackages(HTTP, RUN)
            .should()
            .accessTargetWhere(target(ArchitectureTest::startsThreads, "what starts threads"))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ExecutorService.class)
            .because("the broker runs on the thread of its owner");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes().should(liveInNullMarkedPackages());

    private static boolean isWallClock(AccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean now = owner.startsWith("java.time.") && name.equals("now");
        boolean clock =
                target.getOwner().isAssignableTo(Clock.class) && name.matches("system.*|tick.*");
        boolean system =
                owner.equals("java.lang.System") && name.matches("nanoTime|currentTimeMillis");
        boolean sleep = name.equals("sleep") && owner.matches("java\\.lang\\.Thread|.*\\.TimeUnit");
        return now || clock || system || sleep || isNoArgConstructor(target, Date.class);
    }

    private static boolean isUnseededChance(AccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean global = (owner.equals("java.lang.Math") && name.equals("random"))
                || (owner.equals("java.util.UUID") && name.equals("randomUUID"))
                || target.getOwner().isAssignableTo(ThreadLocalRandom.class)
                || target.getOwner().isAssignableTo("java.security.SecureRandom");
        boolean factory = target.getOwner().isEquivalentTo(RandomGeneratorFactory.class)
                && name.equals("create")
                && hasNoParameters(target);
        boolean given = target.getOwner().isEquivalentTo(RandomGenerator.class)
                && name.matches("of|getDefault");
        return global
                || factory
                || given
                || isNoArgConstructor(target, Random.class)
                || isNoArgConstructor(target, SplittableRandom.class);
    }

    private static boolean startsThreads(AccessTarget target) {
        JavaClass owner = target.getOwner();
        boolean made = target.getName().equals("<init>")
                && (owner.isAssignableTo(Thread.class) || owner.isAssignableTo("java.util.Timer"));
        boolean async = owner.isEquivalentTo(CompletableFuture.class)
                && target.getName().endsWith("Async");
        boolean virtual = owner.isEquivalentTo(Thread.class)
                && target.getName().matches("startVirtualThread|ofVirtual|ofPlatform");
        return made
                || async
                || virtual
                || owner.isEquivalentTo(Executors.class)
                || owner.isEquivalentTo(ForkJoinPool.class);
    }

    private static boolean isNoArgConstructor(AccessTarget target, Class<?> type) {
        return target.getName().equals("<init>")
                && target.getOwner().isEquivalentTo(type)
                && hasNoParameters(target);
    }

    private static boolean hasNoParameters(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().isEmpty();
    }

    private static DescribedPredicate<JavaAccess<?>> target(
            Predicate<AccessTarget> test, String description) {
        return describe("the target is " + description, access -> test.test(access.getTarget()));
    }

    private static ArchCondition<JavaClass> followTheArrows() {
        return new ArchCondition<>("follow the arrows of the map") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                Set<String> allowed = ARROWS.get(from.getPackageName());
                if (allowed == null) {
                    events.add(SimpleConditionEvent.violated(
                            from, from.getPackageName() + " is not on the map"));
                    return;
                }
                from.getDirectDependenciesFromSelf().stream()
                        .filter(arrow -> isOurs(arrow.getTargetClass()))
                        .filter(arrow ->
                                !from.getPackageName().equals(packageOf(arrow.getTargetClass())))
                        .filter(arrow -> !allowed.contains(packageOf(arrow.getTargetClass())))
                        .forEach(arrow -> events.add(
                                SimpleConditionEvent.violated(from, arrow.getDescription())));
            }
        };
    }

    private static boolean isOurs(JavaClass type) {
        return packageOf(type).startsWith("dev.triune");
    }

    private static String packageOf(JavaClass type) {
        return type.getBaseComponentType().getPackageName();
    }

    private static ArchCondition<JavaClass> liveInNullMarkedPackages() {
        return new ArchCondition<>("live in a package marked @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in a package that is not"));
                }
            }
        };
    }
}
