/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.NullMarked;

/** Checks the dependencies between packages, and who may use clocks, chance and the console. */
@AnalyzeClasses(
        packages = "dev.triune.village",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String VILLAGE = "dev.triune.village.";
    private static final String WORLD = VILLAGE + "world";
    private static final String PEOPLE = VILLAGE + "people";
    private static final String TALK = VILLAGE + "talk";
    private static final String ACTION = VILLAGE + "action";
    private static final String MIND = VILLAGE + "mind";
    private static final String STORY = VILLAGE + "story";
    private static final String SIM = VILLAGE + "sim";
    private static final String VIEW = VILLAGE + "view";
    private static final String CLI = VILLAGE + "cli";
    private static final String BROKER = "dev.triune.llm";

    /** The rest of {@code dev.triune}: the minds themselves. */
    private static final String CORE = "dev.triune";

    /** From each package to those it may depend on. One that is missing here may not exist. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry(WORLD, Set.of()),
            Map.entry(PEOPLE, Set.of(WORLD, CORE)),
            Map.entry(TALK, Set.of(PEOPLE, WORLD, CORE)),
            Map.entry(ACTION, Set.of(TALK, PEOPLE, WORLD, CORE)),
            Map.entry(STORY, Set.of(PEOPLE, WORLD, CORE)),
            Map.entry(MIND, Set.of(ACTION, PEOPLE, WORLD, CORE, BROKER)),
            Map.entry(SIM, Set.of(STORY, ACTION, MIND, TALK, PEOPLE, WORLD, CORE, BROKER)),
            Map.entry(VIEW, Set.of(SIM, STORY, TALK, PEOPLE, WORLD, CORE, BROKER)),
            Map.entry(CLI, Set.of(SIM, VIEW, STORY, TALK, WORLD, CORE, BROKER)));

    @ArchTest
    static final ArchRule onlyTheViewServesHttp = noClasses()
            .that()
            .resideOutsideOfPackage(VIEW)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.sun.net.httpserver..");

    @ArchTest
    static final ArchRule packagesPointOneWay = classes()
            .should(followTheArrows())
            .because("an arrow that is not drawn in the map is a mistake");

    @ArchTest
    static final ArchRule theGameLibraryStaysInTheLauncher = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.badlogic..")
            .because("the simulation runs in a test as it runs in a game");

    @ArchTest
    static final ArchRule noVillagerRunsOnABehaviourTree = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.badlogic.gdx.ai..")
            .because("the adapter to behaviour trees is a sample and lives with the tests");

    @ArchTest
    static final ArchRule theCommandLineStaysInTheLauncher = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..");

    @ArchTest
    static final ArchRule nobodyReadsTheClockOfTheMachine = noClasses()
            .should()
            .accessTargetWhere(target(ArchitectureTest::isWallClock, "the wall clock"))
            .because("real time is read through dev.triune.llm.Ticker");

    @ArchTest
    static final ArchRule chanceIsSeeded = noClasses()
            .should()
            .accessTargetWhere(target(ArchitectureTest::isUnseededChance, "chance without a seed"))
            .because("the same seed gives the same village");

    @ArchTest
    static final ArchRule onlyTheLauncherTouchesTheProcess = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .accessTargetWhere(target(ArchitectureTest::isOfTheProcess, "the process"))
            .because("the simulation prints nothing and reads no environment");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes().should(liveInNullMarkedPackages());

    private static boolean isWallClock(AccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean now = owner.startsWith("java.time.") && name.matches("now|system.*");
        boolean system =
                owner.equals("java.lang.System") && name.matches("nanoTime|currentTimeMillis");
        boolean sleep = name.equals("sleep") && owner.matches("java\\.lang\\.Thread|.*\\.TimeUnit");
        boolean game = owner.endsWith(".TimeUtils") || name.matches("getDeltaTime");
        return now || system || sleep || game || isNoArgConstructor(target, java.util.Date.class);
    }

    private static boolean isUnseededChance(AccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean global = (owner.equals("java.lang.Math") && name.equals("random"))
                || (owner.equals("java.util.UUID") && name.equals("randomUUID"))
                || owner.equals("com.badlogic.gdx.math.MathUtils")
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

    private static boolean isOfTheProcess(AccessTarget target) {
        return target.getOwner().getName().equals("java.lang.System")
                && target.getName().matches("out|err|in|getenv|getProperty|exit|console");
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
                                !from.getPackageName().equals(regionOf(arrow.getTargetClass())))
                        .filter(arrow -> !allowed.contains(regionOf(arrow.getTargetClass())))
                        .forEach(arrow -> events.add(
                                SimpleConditionEvent.violated(from, arrow.getDescription())));
            }
        };
    }

    private static boolean isOurs(JavaClass type) {
        return packageOf(type).startsWith(CORE);
    }

    /** A package of the village itself; the broker and the minds each as a whole. */
    private static String regionOf(JavaClass type) {
        String name = packageOf(type);
        if (name.startsWith(VILLAGE)) {
            return name;
        }
        return name.startsWith(BROKER) ? BROKER : CORE;
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
