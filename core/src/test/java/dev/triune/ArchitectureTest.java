/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages point one way. Each rule is also shown to fail where it is broken. */
class ArchitectureTest {
    private static final String ROOT = "dev.triune";
    private static final String LLM = ROOT + ".llm";

    private static final JavaClasses CORE = new ClassFileImporter()
            .importUrl(MindPlugin.class.getProtectionDomain().getCodeSource().getLocation());
    private static final JavaClasses OFFENDER =
            new ClassFileImporter().importClasses(Offender.class);

    /** The kit for the tests of games: it alone runs a broker, so it alone may know what it is made of. */
    private static final String TESTKIT = "testkit";

    private static final Set<String> OF_THE_TESTKIT_ALONE =
            Set.of("llm.engine", "llm.provider", "llm.time");

    /** Which of our packages each package may know, besides itself; {@code llm} is the broker's API. */
    private static final Map<String, Set<String>> ARROWS = new LinkedHashMap<>(Map.of(
            "clock", Set.of(),
            "plan", Set.of("llm"),
            "prompt", Set.of("plan", "llm"),
            "component", Set.of("plan"),
            "memory", Set.of("component"),
            "autonomic", Set.of("component", "clock"),
            "behavior", Set.of("component", "plan", "clock"),
            "apply", Set.of("component", "plan", "clock", "behavior", "llm"),
            "schedule", Set.of("component", "memory", "plan", "prompt", "apply", "clock", "llm"),
            "save", Set.of("component", "clock", "apply", "schedule")));

    static {
        ARROWS.put(TESTKIT, testkitArrows());
    }

    private static Set<String> testkitArrows() {
        Set<String> arrows = new TreeSet<>(OF_THE_TESTKIT_ALONE);
        arrows.addAll(Set.of("", "apply", "behavior", "clock", "component", "plan", "llm"));
        return arrows;
    }

    static Stream<Arguments> packages() {
        return ARROWS.entrySet().stream().map(entry -> arguments(entry.getKey(), entry.getValue()));
    }

    static Stream<Arguments> arrows() {
        return ARROWS.entrySet().stream()
                .flatMap(entry ->
                        entry.getValue().stream().map(to -> arguments(entry.getKey(), to)));
    }

    static Stream<Arguments> bans() {
        return Stream.of(
                arguments("broker internals", brokerInternals()),
                arguments("clocks and sleep", clocksAndSleep()),
                arguments("threads and locks", threadsAndLocks()),
                arguments("synchronized methods", synchronizedMethods()),
                arguments("chance without a seed", unseededChance()));
    }

    @Test
    void thereAreNoOtherPackages() {
        Set<String> found = CORE.stream()
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> expected = ARROWS.keySet().stream()
                .map(name -> ROOT + "." + name)
                .collect(Collectors.toCollection(TreeSet::new));
        expected.add(ROOT);
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @MethodSource("packages")
    void aPackageKnowsOnlyThosePackagesOfOurs(String name, Set<String> allowed) {
        knowsOnly(name, allowed).check(CORE);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @MethodSource("arrows")
    void anArrowThatIsAllowedIsUsedAndWouldBeNoticedIfItWereNot(String name, String to) {
        Set<String> less = new TreeSet<>(ARROWS.getOrDefault(name, Set.of()));
        less.remove(to);
        assertFails(knowsOnly(name, less), CORE);
    }

    @Test
    void nothingElseKnowsTheTestkitOrWhatItAloneMayKnow() {
        assertThat(ARROWS.entrySet())
                .filteredOn(entry -> !entry.getKey().equals(TESTKIT))
                .allSatisfy(entry -> assertThat(entry.getValue())
                        .doesNotContain(TESTKIT)
                        .doesNotContainAnyElementsOf(OF_THE_TESTKIT_ALONE));
        noneElseKnowsTheTestkit(ROOT).check(CORE);
        assertFails(noneElseKnowsTheTestkit(ROOT + ".nowhere"), CORE);
    }

    @Test
    void theOffenderWouldBeNoticedByTheStrictestRule() {
        assertFails(knowsOnly("", Set.of()), OFFENDER);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bans")
    void theMainCodeDoesNothingThatIsBannedAndABanCanFail(String title, ArchRule ban) {
        ban.check(CORE);
        assertFails(ban, OFFENDER);
    }

    @Test
    void plansAndPromptsKnowNoArtemis() {
        noneKnow("com.artemis..", ROOT + ".plan", ROOT + ".prompt").check(CORE);
        assertFails(noneKnow("com.artemis..", ROOT + ".component"), CORE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tools.jackson..",
                "com.fasterxml..",
                "okhttp3..",
                "okio..",
                "com.badlogic..",
                "java.net..",
                "java.io..",
                "java.nio.."
            })
    void nothingHereKnowsJsonHttpTheGameEngineOrFiles(String library) {
        noneKnow(library, ROOT + "..").check(libraryOfStreams(library) ? withoutSaves() : CORE);
    }

    /** Saves are bytes that Artemis's serializers read and write as streams. */
    private static boolean libraryOfStreams(String library) {
        return library.equals("java.io..") || library.equals("java.nio..");
    }

    private static JavaClasses withoutSaves() {
        return CORE.that(DescribedPredicate.not(resideInAPackage(ROOT + ".save")));
    }

    @Test
    void savesKnowStreamsButNoFiles() {
        assertFails(noneKnow("java.io..", ROOT + ".save"), CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.file..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File|RandomAccess).*")
                .check(CORE);
    }

    @Test
    void aRuleAboutALibraryCanFail() {
        assertFails(noneKnow("com.artemis..", ROOT + ".."), CORE);
    }

    @Test
    void everyPackageIsNullMarked() {
        nullMarked().check(CORE);
        assertFails(nullMarked(), new ClassFileImporter().importClasses(Random.class));
    }

    // ---- rules

    private static ArchRule noneElseKnowsTheTestkit(String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + "." + TESTKIT)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "." + TESTKIT));
    }

    private static String fullName(String name) {
        return name.isEmpty() ? ROOT : ROOT + "." + name;
    }

    private static ArchRule knowsOnly(String name, Set<String> allowed) {
        String own = fullName(name);
        List<String> known = new ArrayList<>(List.of(own));
        allowed.forEach(to -> known.add(fullName(to)));
        DescribedPredicate<JavaClass> foreign =
                describe("other packages of ours than " + known, type -> {
                    String from = type.getBaseComponentType().getPackageName();
                    return (from.equals(ROOT) || from.startsWith(ROOT + "."))
                            && !known.contains(from);
                });
        return noClasses().that(resideInAPackage(own)).should().dependOnClassesThat(foreign);
    }

    private static ArchRule noneKnow(String library, String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat(resideInAPackage(library));
    }

    private static ArchRule brokerInternals() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "." + TESTKIT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(LLM + ".*..");
    }

    private static ArchRule clocksAndSleep() {
        return noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .orShould()
                .callConstructor(Date.class)
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class);
    }

    private static ArchRule threadsAndLocks() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class);
    }

    private static ArchRule synchronizedMethods() {
        return methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED);
    }

    private static ArchRule unseededChance() {
        return noClasses()
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callConstructor(SplittableRandom.class)
                .orShould()
                .accessTargetWhere(describe(
                        "the random of a thread",
                        (JavaAccess<?> access) -> access.getTargetOwner()
                                .getName()
                                .equals("java.util.concurrent.ThreadLocalRandom")));
    }

    private static ArchRule nullMarked() {
        return classes().should(new ArchCondition<>("be in a package that is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        type, marked, type.getPackageName() + " is not @NullMarked"));
            }
        });
    }

    private static void assertFails(ArchRule rule, JavaClasses classes) {
        assertThat(rule.evaluate(classes).hasViolation())
                .as("a violation of: " + rule.getDescription())
                .isTrue();
    }
}
