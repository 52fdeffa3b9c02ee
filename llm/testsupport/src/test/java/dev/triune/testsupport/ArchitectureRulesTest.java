/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each shared rule fails where it is broken, and only there. */
class ArchitectureRulesTest {
    private static final String HERE = "dev.triune.testsupport";
    private static final String INTERNAL = HERE + ".internal";
    private static final JavaClasses OFFENDERS = new ClassFileImporter()
            .importUrl(Offender.class.getProtectionDomain().getCodeSource().getLocation())
            .that(describe("offend", type -> type.getName().matches(".*\\.(Offender|Hidden).*")));

    @ParameterizedTest
    @ValueSource(
            classes = {
                Offender.WallClock.class,
                Offender.WallClock.Nanos.class,
                Offender.WallClock.Now.class,
                Offender.WallClock.Sleep.class
            })
    void detectsUseOfTheWallClock(Class<?> offender) {
        assertThat(fails(ArchitectureRules.noWallClock(), offender)).isTrue();
        assertThat(fails(ArchitectureRules.noWallClock(HERE), offender)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Offender.Chance.class,
                Offender.Chance.Unseeded.class,
                Offender.Chance.Splittable.class,
                Offender.Chance.Name.class
            })
    void detectsUnseededRandomNumbers(Class<?> offender) {
        assertThat(fails(ArchitectureRules.noUnseededChance(), offender)).isTrue();
        assertThat(fails(ArchitectureRules.noUnseededChance(HERE + ".Offender"), offender))
                .isFalse();
    }

    @Test
    void detectsThreads() {
        assertThat(fails(ArchitectureRules.noThreads(), Offender.Threads.class)).isTrue();
    }

    @Test
    void detectsUseOfAForbiddenLibrary() {
        ArchRule rule = ArchitectureRules.noUseOf(List.of("java.time.."));
        assertThat(fails(rule, Offender.WallClock.Now.class)).isTrue();
        assertThat(fails(rule, Offender.Harmless.class)).isFalse();
    }

    @Test
    void acceptsHarmlessCode() {
        assertThat(fails(ArchitectureRules.noWallClock(), Offender.Harmless.class))
                .isFalse();
        assertThat(fails(ArchitectureRules.noUnseededChance(), Offender.Harmless.class))
                .isFalse();
        assertThat(fails(ArchitectureRules.noThreads(), Offender.Harmless.class))
                .isFalse();
    }

    @Test
    void detectsPackageWithoutNullMarked() {
        assertThat(fails(ArchitectureRules.nullMarkedPackages(), Random.class)).isTrue();
    }

    @Test
    void detectsInternalTypesInSignatures() {
        assertThat(ArchitectureRules.internalTypesInSignatures(OFFENDERS))
                .containsExactly(
                        HERE + ".Offender#field shows " + INTERNAL + ".Hidden",
                        HERE + ".Offender#parameter shows " + INTERNAL + ".Hidden",
                        HERE + ".Offender#result shows " + INTERNAL + ".Hidden");
    }

    @Test
    void detectsDuplicateSimpleNames() {
        assertThat(ArchitectureRules.simpleNamesUsedTwice(OFFENDERS))
                .containsExactly("Offender: " + HERE + ".Offender, " + INTERNAL + ".Offender");
    }

    @Test
    void detectsUndeclaredDependency() {
        PackageMap map = new PackageMap().arrows(HERE).arrows(INTERNAL, HERE);
        assertThat(map.notDrawn(OFFENDERS))
                .containsExactly(HERE + ".Offender -> " + INTERNAL + ".Hidden");
    }

    @Test
    void detectsPackageMissingFromTheMap() {
        assertThat(new PackageMap().arrows(HERE, INTERNAL).notDrawn(OFFENDERS))
                .containsExactly(INTERNAL + " is not on the map");
    }

    @Test
    void rejectsDependencyOnEntryPointsFromTheSamePackage() {
        PackageMap map = new PackageMap()
                .arrows(HERE, INTERNAL)
                .arrows(INTERNAL, HERE)
                .entryPoints(HERE, List.of("Offender"), INTERNAL);
        assertThat(map.notDrawn(OFFENDERS))
                .containsExactly(INTERNAL + ".Hidden -> " + HERE + ".Offender");
    }

    @Test
    void detectsCycles() {
        PackageMap map = new PackageMap().arrows("a", "b").arrows("b", "c").arrows("c", "b");
        assertThat(map.cycles()).containsExactly("b", "c");
    }

    @Test
    void detectsUnusedAllowedDependency() {
        PackageMap map = new PackageMap().arrows(HERE, INTERNAL, "nowhere").arrows(INTERNAL, HERE);
        assertThat(map.drawnInVain(OFFENDERS)).containsExactly(HERE + " -> nowhere");
    }

    private static boolean fails(ArchRule rule, Class<?> offender) {
        return rule.evaluate(new ClassFileImporter().importClasses(offender)).hasViolation();
    }
}
