/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.NullMarked;

/** The architecture rules that several modules share. */
public final class ArchitectureRules {
    private ArchitectureRules() {}

    /**
     * Forbids reading the wall clock and sleeping.
     *
     * @param exceptions names of packages and types that may
     */
    public static ArchRule noWallClock(String... exceptions) {
        return noClasses()
                .that(areNone(exceptions))
                .should()
                .accessTargetWhere(target(ArchitectureRules::isWallClock, "the wall clock"))
                .allowEmptyShould(true)
                .because("time is virtual in tests and replays");
    }

    /**
     * Forbids unseeded random numbers.
     *
     * @param exceptions names of packages and types that may use them
     */
    public static ArchRule noUnseededChance(String... exceptions) {
        return noClasses()
                .that(areNone(exceptions))
                .should()
                .accessTargetWhere(
                        target(ArchitectureRules::isUnseededChance, "chance without a seed"))
                .allowEmptyShould(true)
                .because("the same seed gives the same run");
    }

    /**
     * Forbids starting threads.
     *
     * @param exceptions names of packages and types that may
     */
    public static ArchRule noThreads(String... exceptions) {
        return noClasses()
                .that(areNone(exceptions))
                .should()
                .accessTargetWhere(target(ArchitectureRules::startsThreads, "what starts threads"))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ExecutorService.class)
                .allowEmptyShould(true);
    }

    /**
     * Forbids the use of libraries.
     *
     * @param libraries patterns of packages in ArchUnit's syntax
     * @param exceptions names of packages and types that may use them
     */
    public static ArchRule noUseOf(List<String> libraries, String... exceptions) {
        return noClasses()
                .that(areNone(exceptions))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries.toArray(String[]::new))
                .allowEmptyShould(true);
    }

    /** Forbids the use of standard streams, environment and exit outside of a package. */
    public static ArchRule noProcessAccess(String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .accessTargetWhere(describe(
                        "the target is the process",
                        (JavaAccess<?> access) -> isProcessAccess(access.getTarget())));
    }

    private static boolean isProcessAccess(AccessTarget target) {
        return target.getOwner().getName().equals("java.lang.System")
                && target.getName().matches("out|err|in|getenv|getProperty|exit|console");
    }

    /** Forbids libraries of game engines. */
    public static ArchRule noGameEngine() {
        return noUseOf(List.of(
                "com.artemis..", "com.badlogic..", "net.mostlyoriginal..", "net.onedaybeard.."));
    }

    /** Requires packages to be marked {@code @NullMarked}. */
    public static ArchRule nullMarkedPackages() {
        return classes().should(new ArchCondition<>("live in a package marked @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + " is in a package that is not marked"));
            }
        });
    }

    /**
     * Returns each public or protected signature outside of {@code internal} with an internal type.
     */
    static SortedSet<String> internalTypesInSignatures(JavaClasses classes) {
        SortedSet<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            if (!isInternal(type) && isVisible(type)) {
                type.getSuperclass().ifPresent(shown -> note(type.getName(), shown, found));
                type.getInterfaces().forEach(shown -> note(type.getName(), shown, found));
                type.getMembers().stream()
                        .filter(member -> isVisible(member.getModifiers()))
                        .forEach(member -> typesOf(member)
                                .forEach(shown -> note(
                                        type.getName() + "#" + member.getName(), shown, found)));
            }
        }
        return found;
    }

    /** Returns each simple name of several top-level types, with these types. */
    public static SortedSet<String> simpleNamesUsedTwice(JavaClasses classes) {
        Map<String, SortedSet<String>> byName = new HashMap<>();
        for (JavaClass type : classes) {
            if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                byName.computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
                        .add(type.getName());
            }
        }
        SortedSet<String> found = new TreeSet<>();
        byName.forEach((name, types) -> {
            if (types.size() > 1) {
                found.add(name + ": " + String.join(", ", types));
            }
        });
        return found;
    }

    private static void note(String where, JavaType shown, SortedSet<String> found) {
        shown.getAllInvolvedRawTypes().stream()
                .map(JavaClass::getBaseComponentType)
                .filter(ArchitectureRules::isInternal)
                .forEach(type -> found.add(where + " shows " + type.getName()));
    }

    private static List<JavaType> typesOf(JavaMember member) {
        if (!(member instanceof JavaCodeUnit unit)) {
            return List.of(((JavaField) member).getType());
        }
        List<JavaType> types = new ArrayList<>(unit.getParameterTypes());
        types.add(unit.getReturnType());
        types.addAll(unit.getExceptionTypes());
        return types;
    }

    private static boolean isInternal(JavaClass type) {
        return type.getPackageName().matches("dev\\.triune\\..*\\binternal\\b.*")
                || type.getPackageName().startsWith("dev.triune.internal");
    }

    private static boolean isVisible(JavaClass type) {
        return isVisible(type.getModifiers())
                && type.getEnclosingClass().map(ArchitectureRules::isVisible).orElse(true);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return (modifiers.contains(JavaModifier.PUBLIC)
                        || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC);
    }

    private static DescribedPredicate<JavaClass> areNone(String... exceptions) {
        List<String> names = List.of(exceptions);
        return describe("are none of " + names, type -> {
            String name = type.getName();
            int nested = name.indexOf('$');
            return !names.contains(type.getPackageName())
                    && !names.contains(nested < 0 ? name : name.substring(0, nested));
        });
    }

    private static boolean isWallClock(AccessTarget target) {
        String owner = target.getOwner().getName();
        String name = target.getName();
        boolean now = owner.startsWith("java.time.") && name.equals("now");
        boolean clock =
                target.getOwner().isAssignableTo(Clock.class) && name.matches("system.*|tick.*");
        boolean source = owner.equals("java.time.InstantSource") && name.equals("system");
        boolean system =
                owner.equals("java.lang.System") && name.matches("nanoTime|currentTimeMillis");
        boolean sleep = name.equals("sleep") && owner.matches("java\\.lang\\.Thread|.*\\.TimeUnit");
        boolean game = owner.endsWith(".TimeUtils") || name.equals("getDeltaTime");
        return now
                || clock
                || source
                || system
                || sleep
                || game
                || isNoArgConstructor(target, Date.class);
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
}
