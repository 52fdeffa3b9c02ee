/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway;

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
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.NullMarked;

/** The arrows between the packages of the gateway, and who may touch the clock and libraries. */
@AnalyzeClasses(
        packages = "dev.triune.gateway",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "dev.triune.gateway";
    private static final String HTTP = ROOT + ".http";
    private static final String API = ROOT + ".api";
    private static final String OPENAI = ROOT + ".openai";
    private static final String DASHBOARD = ROOT + ".dashboard";
    private static final String LIMITS = ROOT + ".limits";
    private static final String CLI = ROOT + ".cli";

    private static final String LLM = "dev.triune.llm";

    /** Packages of the broker that the gateway may use. */
    private static final Set<String> BROKER = Set.of(
            LLM,
            LLM + ".provider",
            LLM + ".internal.config",
            LLM + ".internal.policy",
            LLM + ".internal.time");

    /**
     * From each package to those it may depend on. A package that is missing here may not exist. The
     * root holds the settings, which every package may read, and the server, which only the command
     * line starts.
     */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry(ROOT, with(BROKER, HTTP, API, OPENAI, DASHBOARD)),
            entry(LIMITS, Set.of(LLM)),
            entry(HTTP, with(BROKER, ROOT)),
            entry(API, with(BROKER, ROOT, HTTP)),
            entry(OPENAI, with(BROKER, HTTP, API)),
            entry(DASHBOARD, with(BROKER, ROOT, HTTP, API)),
            entry(CLI, with(BROKER, ROOT, HTTP, LIMITS)));

    @ArchTest
    static final ArchRule packagesPointOneWay = classes()
            .should(followTheArrows())
            .because("an arrow that is not drawn in the map is a mistake");

    @ArchTest
    static final ArchRule onlyTheCommandLineKnowsTheServer = noClasses()
            .that()
            .resideInAnyPackage(HTTP, API, OPENAI, DASHBOARD, LIMITS)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(GatewayServer.class.getName());

    @ArchTest
    static final ArchRule nobodyReadsTheClockOfTheMachine = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .accessTargetWhere(target(ArchitectureTest::isWallClock, "the wall clock"))
            .because("time is virtual in tests");

    @ArchTest
    static final ArchRule chanceIsSeeded = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .accessTargetWhere(target(ArchitectureTest::isUnseededChance, "chance without a seed"))
            .because("the same seed gives the same run");

    @ArchTest
    static final ArchRule redisStaysInItsPlace = noClasses()
            .that()
            .resideOutsideOfPackage(LIMITS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.lettuce..", "io.netty..", "reactor..");

    @ArchTest
    static final ArchRule sharingKnowsNoServer = noClasses()
            .that()
            .resideInAPackage(LIMITS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.eclipse.jetty..",
                    "io.micrometer..",
                    "picocli..",
                    "tools.jackson..",
                    "okhttp3..");

    @ArchTest
    static final ArchRule noGameEngine = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "com.artemis..", "com.badlogic..", "net.mostlyoriginal..", "net.onedaybeard..")
            .because("the gateway serves any game");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes().should(liveInNullMarkedPackages());

    private static Set<String> with(Set<String> some, String... others) {
        Set<String> all = new HashSet<>(some);
        all.addAll(Set.of(others));
        return Set.copyOf(all);
    }

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
                        .filter(arrow -> packageOf(arrow.getTargetClass()).startsWith("dev.triune"))
                        .filter(arrow ->
                                !from.getPackageName().equals(packageOf(arrow.getTargetClass())))
                        .filter(arrow -> !allowed.contains(packageOf(arrow.getTargetClass())))
                        .forEach(arrow -> events.add(
                                SimpleConditionEvent.violated(from, arrow.getDescription())));
            }
        };
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
