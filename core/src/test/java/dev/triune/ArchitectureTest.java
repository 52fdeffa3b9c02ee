/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import dev.triune.system.MindPlugin;
import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dependencies between the packages, and the APIs that this module must not use. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String ROOT = "dev.triune";
    private static final String ACTION = ROOT + ".action";
    private static final String COMPONENT = ROOT + ".component";
    private static final String PROMPT = ROOT + ".prompt";
    private static final String RULE = ROOT + ".rule";
    private static final String SYSTEM = ROOT + ".system";
    private static final String APPLY = ROOT + ".internal.apply";
    private static final String BEHAVIOR = ROOT + ".internal.behavior";
    private static final String FEEDS = ROOT + ".internal.feed";
    private static final String KIND = ROOT + ".internal.kind";
    private static final String BACKGROUND = ROOT + ".internal.background";
    private static final String BUDGET = ROOT + ".internal.budget";
    private static final String CHECK = ROOT + ".internal.check";
    private static final String INJECT = ROOT + ".internal.inject";
    private static final String REFLEX = ROOT + ".internal.reflex";
    private static final String SCHEDULE = ROOT + ".internal.schedule";
    private static final String TEXT = ROOT + ".internal.text";

    /** The broker's interface. */
    private static final String LLM = ROOT + ".llm";

    /** Its providers, of which the warm-up uses the one without a model. */
    private static final String PROVIDER = LLM + ".provider";

    /** Each package depends only on packages above it in this list. */
    private static final PackageMap MAP = new PackageMap()
            .arrows(TEXT)
            .arrows(CHECK)
            .arrows(ACTION, CHECK, TEXT, LLM)
            .arrows(INJECT, ACTION, LLM)
            .arrows(COMPONENT, ACTION, TEXT)
            .arrows(PROMPT, ACTION, COMPONENT, TEXT, LLM)
            .arrows(RULE, COMPONENT, CHECK)
            .arrows(ROOT, ACTION, COMPONENT, INJECT, PROMPT, RULE, CHECK, LLM)
            .arrows(KIND, ROOT)
            .arrows(BUDGET, ROOT, COMPONENT, RULE, LLM)
            .arrows(BACKGROUND, BUDGET, LLM)
            .arrows(FEEDS, ROOT, COMPONENT, INJECT)
            .arrows(REFLEX, ROOT, COMPONENT, INJECT, RULE)
            .arrows(BEHAVIOR, ROOT, ACTION, COMPONENT, INJECT, TEXT)
            .arrows(APPLY, ROOT, ACTION, BEHAVIOR, COMPONENT, INJECT, KIND, TEXT)
            .arrows(APPLY, CHECK, PROMPT, RULE, LLM)
            .arrows(SCHEDULE, ROOT, ACTION, APPLY, CHECK, COMPONENT, INJECT, KIND)
            .arrows(SCHEDULE, BUDGET, PROMPT, RULE, LLM)
            .arrows(SYSTEM, ROOT, ACTION, APPLY, BEHAVIOR, CHECK, COMPONENT, FEEDS)
            .arrows(SYSTEM, BUDGET, INJECT, KIND, PROMPT, REFLEX, RULE, SCHEDULE, LLM)
            .arrows(SYSTEM, PROVIDER);

    ArchitectureTest() {
        super(MindPlugin.class, MAP);
    }

    @Test
    void usesOnlyGameTime() {
        check(noWallClock());
        check(noClasses().should().dependOnClassesThat().areAssignableTo(InstantSource.class));
    }

    @Test
    void randomNumbersAreSeeded() {
        check(noUnseededChance());
    }

    @Test
    void usesNoThreadsOrLocks() {
        check(noUseOf(List.of("java.util.concurrent..")));
        check(noClasses()
                .that()
                .doNotHaveSimpleName("WorldThread") // it only compares the current one
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class));
        check(methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void plansAndPromptsDoNotDependOnArtemis() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ACTION, PROMPT, TEXT)
                .and()
                .doNotHaveSimpleName("OrderRunner")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.artemis.."));
    }

    @Test
    void dependsOnNoHttpOrGameEngineAndOnJsonOnlyForOldSaves() {
        check(noUseOf(List.of("tools.jackson.."), SYSTEM + ".SavedState"));
        check(noUseOf(List.of(
                "com.fasterxml..",
                "okhttp3..",
                "okio..",
                "com.badlogic..",
                "java.net..",
                "java.nio.file..")));
    }

    @Test
    void onlySavesAndTheCheckOfVersionsUseStreams() {
        check(noUseOf(
                List.of("java.io..", "java.nio.."),
                SYSTEM + ".MindSaves",
                SYSTEM + ".SaveHeader",
                "dev.triune.internal.check.ArtemisVersions"));
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File|RandomAccess).*"));
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() throws IOException {
        assertThat(packagesInACircle()).isEmpty();
    }
}
