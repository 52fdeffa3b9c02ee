/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The architecture rules for the main code of every module; a module's test adds its package map
 * and its own rules.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // reads the classes once
public abstract class ModuleArchitecture {
    private static final Pattern ROOT = Pattern.compile(
            "dev\\.triune(\\.(llm|tape|local|redis|telemetry|gateway|village|talk|memory|habits|testkit))?");

    private final JavaClasses classes;
    private final PackageMap map;

    /**
     * Reads the main code of a module.
     *
     * @param member any type of the module
     * @param map the map of its packages
     */
    protected ModuleArchitecture(Class<?> member, PackageMap map) {
        String root = rootOf(member.getPackageName());
        this.classes = new ClassFileImporter()
                .importUrl(member.getProtectionDomain().getCodeSource().getLocation())
                .that(describe(
                        "belong to " + root, type -> root.equals(rootOf(type.getPackageName()))));
        this.map = map;
    }

    /** Returns the package that names a module, even if several were compiled together. */
    private static String rootOf(String name) {
        Matcher matcher = ROOT.matcher(name);
        return matcher.lookingAt() ? matcher.group() : name;
    }

    /** Checks a rule against the main code of the module. */
    protected final void check(ArchRule rule) {
        rule.check(classes);
    }

    /** Returns the module's packages that depend on each other in a circle. */
    protected final SortedSet<String> packagesInACircle() throws IOException {
        return new PackageCircles()
                .add(classes)
                .add(Path.of("src", "main", "java"))
                .packages();
    }

    @Test
    void packageDependenciesFollowTheMapWithoutCycles() {
        assertThat(map.notDrawn(classes))
                .as("dependencies that no arrow allows")
                .isEmpty();
        assertThat(map.cycles()).as("nodes on a cycle of arrows").isEmpty();
    }

    @Test
    void everyAllowedDependencyIsUsed() {
        assertThat(map.drawnInVain(classes)).as("arrows that nothing uses").isEmpty();
    }

    @Test
    void publicSignaturesExposeNoInternalTypes() {
        assertThat(ArchitectureRules.internalTypesInSignatures(classes)).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        check(ArchitectureRules.nullMarkedPackages());
    }

    @Test
    void everyFuzzSeedIsReplayed() throws IOException {
        assertThat(FuzzSeeds.unused(Path.of("src", "test", "resources")))
                .as("seeds that belong to no fuzz test")
                .isEmpty();
    }
}
