/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.triune.testsupport.ArchitectureRules.noUnseededChance;
import static dev.triune.testsupport.ArchitectureRules.noUseOf;
import static dev.triune.testsupport.ArchitectureRules.noWallClock;
import static dev.triune.testsupport.PackageMap.entry;

import com.tngtech.archunit.core.domain.JavaModifier;
import dev.triune.testsupport.ModuleArchitecture;
import dev.triune.testsupport.PackageMap;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dependencies between the packages, and the APIs that this module must not use. */
class ArchitectureTest extends ModuleArchitecture {
    private static final String ROOT = "dev.triune";
    private static final String ACTION = ROOT + ".action";
    private static final String COMPONENT = ROOT + ".component";
    private static final String CONVERSATION = ROOT + ".conversation";
    private static final String MEMORY = ROOT + ".memory";
    private static final String PROMPT = ROOT + ".prompt";
    private static final String RULE = ROOT + ".rule";
    private static final String SYSTEM = ROOT + ".system";
    private static final String TESTKIT = ROOT + ".testkit";
    private static final String ACTIONS = ROOT + ".internal.action";
    private static final String APPLY = ROOT + ".internal.apply";
    private static final String BEHAVIOR = ROOT + ".internal.behavior";
    private static final String FEEDS = ROOT + ".internal.feed";
    private static final String HABIT = ROOT + ".habit";
    private static final String HABITS = ROOT + ".internal.habit";
    private static final String KIND = ROOT + ".internal.kind";
    private static final String BACKGROUND = ROOT + ".internal.background";
    private static final String CHECK = ROOT + ".internal.check";
    private static final String RECALL = ROOT + ".internal.memory";
    private static final String TALK = ROOT + ".internal.conversation";
    private static final String INJECT = ROOT + ".internal.inject";
    private static final String PROMPTS = ROOT + ".internal.prompt";
    private static final String REFLEX = ROOT + ".internal.reflex";
    private static final String SCHEDULE = ROOT + ".internal.schedule";
    private static final String TEXT = ROOT + ".internal.text";

    /** The broker's interface: only the test kit, which runs a broker, knows more of it. */
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

    private static final List<String> TESTKIT_ENTRY = List.of("MindTest", "MindTestWorld");

    private static final String FACTORY = "a factory on the interface that its result implements";
    private static final String TEXT_ONLY = "a pure function on text";

    private static final PackageMap MAP = new PackageMap()
            .arrows(TEXT)
            .arrows(CHECK)
            .arrows(INJECT, LLM)
            .arrows(ACTION, CHECK)
            .entryPoints(ACTION, ACTION_ENTRY, ACTIONS, TEXT, LLM)
            .arrows(COMPONENT, ACTION)
            .arrows(MEMORY, CHECK, COMPONENT)
            .arrows(RECALL, ROOT, BACKGROUND, COMPONENT, INJECT, LLM, MEMORY, TEXT)
            .arrows(entry(ROOT), RECALL)
            .arrows(BACKGROUND, LLM)
            .arrows(TALK, BACKGROUND)
            .arrows(PROMPT, ACTION, COMPONENT, MEMORY, LLM)
            .arrows(RULE, CHECK, COMPONENT)
            .arrows(HABIT, ACTION)
            .arrows(ROOT, ACTION, entry(ACTION), COMPONENT, HABIT, MEMORY, PROMPT, RULE, LLM)
            .arrows(ROOT, CHECK)
            .arrows(ACTIONS, ACTION, TEXT, LLM)
            .arrows(PROMPTS, ACTION, entry(ACTION), MEMORY, PROMPT, TEXT, LLM)
            .arrows(REFLEX, ROOT, COMPONENT, INJECT, RULE)
            .arrows(BEHAVIOR, ACTIONS, ROOT, ACTION, entry(ACTION), COMPONENT, INJECT)
            .arrows(APPLY, ROOT, ACTION, entry(ACTION), ACTIONS, BEHAVIOR, COMPONENT, RULE, LLM)
            .exception(ROOT + ".Vision", FEEDS + ".Neighbours", "a pure search among points")
            .arrows(FEEDS, ROOT, COMPONENT, INJECT)
            .arrows(entry(ROOT), FEEDS)
            .arrows(KIND, ROOT)
            .arrows(APPLY, HABIT, INJECT, KIND, MEMORY)
            .arrows(HABITS, ROOT, ACTION, entry(ACTION), ACTIONS, APPLY, BEHAVIOR, COMPONENT)
            .arrows(HABITS, HABIT, INJECT, KIND, PROMPT, RULE, TEXT, LLM)
            .entryPoints(HABIT, List.of("Habits"), CHECK, HABITS, LLM)
            .arrows(entry(ROOT), HABITS)
            .arrows(entry(HABIT), entry(ROOT))
            .exception(
                    HABITS + ".HabitSystem",
                    CONVERSATION + ".Conversations",
                    "small talk needs conversations")
            .arrows(SCHEDULE, HABITS)
            .arrows(entry(SYSTEM), CHECK, HABITS)
            .arrows(SCHEDULE, KIND)
            .arrows(SCHEDULE, ROOT, ACTION, entry(ACTION), ACTIONS, APPLY, COMPONENT, MEMORY)
            .arrows(SCHEDULE, INJECT, PROMPT, RULE, TEXT, LLM)
            .arrows(SYSTEM)
            .entryPoints(SYSTEM, SYSTEMS, ROOT, ACTION, entry(ACTION), COMPONENT, RULE, LLM)
            .arrows(entry(SYSTEM), ACTIONS, APPLY, BEHAVIOR, INJECT, KIND, REFLEX, SCHEDULE)
            .arrows(CONVERSATION, CHECK, COMPONENT)
            .arrows(TALK, ROOT, ACTION, COMPONENT, CONVERSATION, INJECT, TEXT, LLM)
            .arrows(TALK, HABITS, entry(SYSTEM))
            .entryPoints(CONVERSATION, List.of("Conversations"), ROOT, entry(ROOT), COMPONENT)
            .arrows(entry(CONVERSATION), HABITS, INJECT, TALK)
            .entryPoints(ROOT, ROOT_ENTRY, ACTION, entry(ACTION), COMPONENT, PROMPT, RULE, LLM)
            .arrows(entry(ROOT), MEMORY, entry(SYSTEM), INJECT, REFLEX, SCHEDULE)
            .arrows(TESTKIT, ROOT, ACTION, COMPONENT, LLM, LLM + ".provider")
            .entryPoints(TESTKIT, TESTKIT_ENTRY, ROOT, entry(ROOT), ACTION, entry(ACTION))
            .arrows(entry(TESTKIT), CHECK, COMPONENT, LLM, LLM + ".provider")
            .exception(MEMORY + ".MemoryRetriever", RECALL + ".EpisodeRetriever", FACTORY)
            .exception(MEMORY + ".Relevance", RECALL + ".LexicalRelevance", FACTORY)
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
            .exception(COMPONENT + ".Persona", TEXT + ".BoundedText", TEXT_ONLY)
            .exception(
                    TESTKIT + ".RecordingBroker",
                    ACTIONS + ".PlanPart",
                    "records which answers could not be read to the end");

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
    void doesNotDependOnJsonHttpOrGameEngine() {
        check(noUseOf(List.of(
                "tools.jackson..",
                "com.fasterxml..",
                "okhttp3..",
                "okio..",
                "com.badlogic..",
                "java.net..")));
        check(noUseOf(List.of("java.nio.file.."), HABIT + ".Habits"));
    }

    @Test
    void onlySavesUseStreams() {
        check(noUseOf(
                List.of("java.io..", "java.nio.."),
                ROOT + ".MindSaves",
                ROOT + ".SaveHeader",
                HABIT + ".Habits"));
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(File|RandomAccess).*"));
    }
}
