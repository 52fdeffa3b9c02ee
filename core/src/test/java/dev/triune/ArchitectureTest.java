/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;
import static dev.triune.testsupport.PackageMap.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
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
    private static final String ACTIONS = ROOT + ".internal.action";
    private static final String APPLY = ROOT + ".internal.apply";
    private static final String BEHAVIOR = ROOT + ".internal.behavior";
    private static final String FEEDS = ROOT + ".internal.feed";
    private static final String KIND = ROOT + ".internal.kind";
    private static final String BACKGROUND = ROOT + ".internal.background";
    private static final String CHECK = ROOT + ".internal.check";
    private static final String INJECT = ROOT + ".internal.inject";
    private static final String PROMPTS = ROOT + ".internal.prompt";
    private static final String REFLEX = ROOT + ".internal.reflex";
    private static final String SCHEDULE = ROOT + ".internal.schedule";
    private static final String TEXT = ROOT + ".internal.text";

    /** The broker's interface. */
    private static final String LLM = ROOT + ".llm";

    private static final List<String> ROOT_ENTRY =
            List.of("MindContext", "MindModule", "MindPlugin", "MindSaves", "SystemAssembly");
    private static final List<String> ACTION_ENTRY = List.of("ActionCatalog");
    private static final List<String> SYSTEMS = List.of(
            "AutonomicSystem",
            "LLMSchedulerSystem",
            "AgentControls",
            "DecisionApplySystem",
            "BehaviorSystem");

    private static final String FACTORY = "a factory on the interface that its result implements";
    private static final String TEXT_ONLY = "a pure function on text";

    private static final PackageMap MAP = new PackageMap()
            .arrows(TEXT)
            .arrows(CHECK)
            .arrows(INJECT, LLM)
            .arrows(ACTION, CHECK)
            .entryPoints(ACTION, ACTION_ENTRY, ACTIONS, TEXT, LLM)
            .arrows(COMPONENT, ACTION)
            .arrows(BACKGROUND, LLM)
            .arrows(PROMPT, ACTION, COMPONENT, LLM)
            .arrows(RULE, CHECK, COMPONENT)
            .arrows(ROOT, ACTION, entry(ACTION), COMPONENT, PROMPT, RULE, LLM)
            .arrows(ROOT, CHECK)
            .arrows(ACTIONS, ACTION, TEXT, LLM)
            .arrows(PROMPTS, ACTION, entry(ACTION), PROMPT, TEXT, LLM)
            .arrows(REFLEX, ROOT, COMPONENT, INJECT, RULE)
            .arrows(BEHAVIOR, ACTIONS, ROOT, ACTION, entry(ACTION), COMPONENT, INJECT)
            .arrows(APPLY, ROOT, ACTION, entry(ACTION), ACTIONS, BEHAVIOR, COMPONENT, RULE, LLM)
            .exception(ROOT + ".Vision", FEEDS + ".Neighbours", "a pure search among points")
            .arrows(FEEDS, ROOT, COMPONENT, INJECT)
            .arrows(entry(ROOT), FEEDS)
            .arrows(KIND, ROOT)
            .arrows(APPLY, INJECT, KIND, PROMPT)
            .arrows(entry(SYSTEM), CHECK)
            .arrows(SCHEDULE, KIND)
            .arrows(SCHEDULE, ROOT, ACTION, entry(ACTION), ACTIONS, APPLY, COMPONENT)
            .arrows(SCHEDULE, INJECT, PROMPT, RULE, LLM)
            .arrows(SYSTEM)
            .entryPoints(SYSTEM, SYSTEMS, ROOT, ACTION, entry(ACTION), COMPONENT, RULE, LLM)
            .arrows(entry(SYSTEM), PROMPT)
            .arrows(entry(SYSTEM), ACTIONS, APPLY, BEHAVIOR, INJECT, KIND, REFLEX, SCHEDULE)
            .entryPoints(ROOT, ROOT_ENTRY, ACTION, entry(ACTION), COMPONENT, PROMPT, RULE, LLM)
            .arrows(entry(ROOT), entry(SYSTEM), INJECT, REFLEX, SCHEDULE)
            .exception(PROMPT + ".PromptBuilder", ACTION + ".ActionCatalog", FACTORY)
            .exception(PROMPT + ".PromptBuilder", PROMPTS + ".LayerPromptBuilder", FACTORY)
            .exception(PROMPT + ".PromptBuilder", PROMPTS + ".TemplatePromptBuilder", FACTORY)
            .exception(ACTIONS + ".PlanDecoder", ACTION + ".ActionCatalog", "made by the catalog")
            .exception(ROOT + ".MindKind", BEHAVIOR + ".ActionRunnerAdapter", "made from a record")
            .exception(ACTION + ".ActionRunner", BEHAVIOR + ".OrderRunner", FACTORY)
            .exception(ACTION + ".Field", TEXT + ".BoundedText", TEXT_ONLY)
            .exception(ACTION + ".Field", TEXT + ".NameNormalizer", TEXT_ONLY)
            .exception(COMPONENT + ".Memory", TEXT + ".BoundedText", TEXT_ONLY)
            .exception(PROMPT + ".OfflineAnswer", TEXT + ".JsonText", TEXT_ONLY)
            .exception(COMPONENT + ".Persona", TEXT + ".BoundedText", TEXT_ONLY);

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
        check(noClasses().should().dependOnClassesThat().areAssignableTo(Thread.class));
        check(methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void plansAndPromptsDoNotDependOnArtemis() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ACTION, PROMPT, ACTIONS, PROMPTS, TEXT)
                .and()
                .doNotHaveSimpleName("ActionRunnerAdapter")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.artemis.."));
    }

    @Test
    void dependsOnNoHttpOrGameEngineAndOnJsonOnlyForOldSaves() {
        check(noUseOf(List.of("tools.jackson.."), ROOT + ".SaveUpgrade"));
        check(noUseOf(List.of(
                "com.fasterxml..",
                "okhttp3..",
                "okio..",
                "com.badlogic..",
                "java.net..",
                "java.nio.file..")));
    }

    @Test
    void onlySavesUseStreams() {
        check(noUseOf(
                List.of("java.io..", "java.nio.."), ROOT + ".MindSaves", ROOT + ".SaveHeader"));
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File|RandomAccess).*"));
    }

    /** The list may get shorter, not longer: each package that leaves the circle can be read alone. */
    @Test
    void circleOfPackagesDoesNotGrow() throws IOException {
        assertThat(packagesInACircle())
                .containsExactly(
                        ROOT, ACTION, COMPONENT, ACTIONS, APPLY, BEHAVIOR, FEEDS, KIND, PROMPTS,
                        REFLEX, SCHEDULE, PROMPT, RULE, SYSTEM);
    }
}
