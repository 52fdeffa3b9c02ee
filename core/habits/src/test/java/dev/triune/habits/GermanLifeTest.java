/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.action.Wording;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.memory.Memories;
import dev.triune.memory.MemoryConfig;
import dev.triune.prompt.Surroundings;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.Conversations;
import dev.triune.testkit.MindTest;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A game in German reads no English in any prompt of a whole life: not of refused, failed and
 * interrupted actions, of unusable answers, of talk, memory and insights. To rerun a failing case:
 * {@code -Dtriune.seed=<the seed printed>}.
 */
class GermanLifeTest {
    private static final Path WORDING =
            Path.of("..", "src", "test", "resources", "wording", "german.properties");
    private static final int TICKS = 3_000;

    /** Words of English sentences that neither German nor the keys of answers have. */
    private static final Set<String> ENGLISH = Set.of(
            "the",
            "your",
            "you",
            "yours",
            "is",
            "it",
            "its",
            "not",
            "of",
            "and",
            "or",
            "with",
            "for",
            "from",
            "that",
            "this",
            "there",
            "who",
            "what",
            "why",
            "when",
            "are",
            "were",
            "nobody",
            "somebody",
            "answer",
            "needs",
            "expected",
            "talk",
            "talks",
            "told",
            "said",
            "failed",
            "tried",
            "without",
            "before",
            "after",
            "than",
            "too",
            "ago",
            "just",
            "only",
            "going",
            "finding",
            "fleeing",
            "sleeping",
            "getting",
            "cooling",
            "exploring",
            "most");

    private static final Pattern WORD = Pattern.compile("[\\p{L}_']+");

    private static final String[] ANSWERS = {
        "{\"action\":[{\"type\":\"holen\",\"was\":\"Holz\",\"menge\":3},{\"type\":\"essen\"}],"
                + "\"thinking\":\"Der Winter kommt.\",\"keeps\":[9],\"drops\":[8]}",
        "{\"to\":\"all\",\"action\":[{\"type\":\"fliegen\"}],\"speaking\":\"Guten Tag!\"}",
        "{\"to\":\"Niemand\",\"action\":[],\"speaking\":\"Wer bist denn du?\",\"end\":false}",
        "{\"action\":[{\"type\":\"holen\",\"was\":\"Sand\",\"menge\":3}]}",
        "{\"action\":[{\"type\":\"holen\",\"was\":\"Holz\",\"menge\":\"viele\"}]}",
        "{\"action\":[{\"type\":\"holen\"},{\"type\":\"rufen\",\"worte\":\"\"}]}",
        "{\"action\":[{\"type\":\"ansehen\",\"ziel\":\"Mond\"},{\"type\":\"ansehen\",\"ziel\":\"Haus\"}]}",
        "{\"action\":[{\"type\":\"warten\",\"sekunden\":\"lang\",\"still\":\"vielleicht\"}]}",
        "{\"action\":[{\"type\":\"end_goal\",\"goal\":\"Kuchen\",\"how\":\"reached\"}]}",
        "{\"action\":[{\"type\":\"set_goal\",\"description\":\"den Brunnen bauen\"},"
                + "{\"type\":\"essen\"},{\"type\":\"bauen\"}]}",
        "{\"plan\":1}",
        "kein JSON",
        "{\"action\":[{\"type\":\"bauen\"},{\"type\":\"holen\",\"was\":\"Holz\",\"menge\":2},",
        "{\"to\":\"Ole\",\"action\":[{\"type\":\"essen\"}],\"later\":\"heute Abend Holz bringen\","
                + "\"speaking\":\"Ich bringe dir morgen gewiss genug Holz.\",\"end\":false}",
        "{\"to\":\"all\",\"action\":[{\"type\":\"holen\",\"was\":\"Holz\",\"menge\":1},"
                + "{\"type\":\"bauen\"},{\"type\":\"rufen\",\"worte\":\"Hallo\"}],"
                + "\"speaking\":\"Es regnet bestimmt noch heute.\",\"end\":true}",
        "Mira hilft immer (1, 2).",
    };

    @Test
    void noPromptOfALifeInGermanContainsEnglish() throws IOException {
        Wording german = german();
        TreeMap<String, String> found = new TreeMap<>();
        TreeSet<String> troubles = new TreeSet<>();
        for (long seed : Thorough.seeds(6, 200)) {
            live(seed, german, found, troubles);
        }
        assertThat(found).as("English words in German prompts").isEmpty();
        if (System.getProperty("triune.seed") == null) {
            assertThat(troubles).as("different troubles that were told").hasSizeGreaterThan(15);
        }
    }

    private static Wording german() throws IOException {
        Properties sentences = new Properties();
        try (Reader reader = Files.newBufferedReader(WORDING)) {
            sentences.load(reader);
        }
        return Wording.of(sentences);
    }

    private static void live(
            long seed, Wording german, TreeMap<String, String> found, TreeSet<String> troubles) {
        SplittableRandom random = new SplittableRandom(seed);
        FaultMode[] faults = {FaultMode.NONE, FaultMode.NONE, FaultMode.ALL, FaultMode.CUT};
        Conversations talk = new Conversations(new ConversationConfig()
                .pause(Duration.ofSeconds(5))
                .busy((agent, player) -> "Jetzt nicht!")
                .excuse((agent, player) -> "Das kann ich nicht.")
                .summaries("klein"));
        MindTest sim = MindTest.world(catalog(german, random))
                .seed(seed)
                .misbehaviour(faults[random.nextInt(faults.length)])
                .mind((prompt, chance) -> {
                    check("seed " + seed, prompt.text(), found);
                    note(prompt.text(), german, troubles);
                    return ANSWERS[chance.nextInt(ANSWERS.length)];
                })
                .plugin(minds -> setUp(minds, talk, random));
        List<Integer> agents = new ArrayList<>();
        for (String name : List.of("Ada", "Ole", "Mira")) {
            agents.add(sim.agent(name));
        }
        for (int agent : agents) {
            Senses senses = sim.get(agent, Senses.class);
            agents.stream().filter(other -> other != agent).forEach(senses.nearby::add);
            senses.visible.add(VisibleObject.of("Haus am See", "Haus"));
            senses.visible.add(VisibleObject.of("Haus am Wald", "Haus"));
        }
        for (int tick = 0; tick < TICKS; tick += 20) {
            sim.ticks(20);
            int agent = agents.get(random.nextInt(agents.size()));
            int other = agents.get(random.nextInt(agents.size()));
            switch (random.nextInt(8)) {
                case 0 -> talk.say("Robin", agent, "Kannst du mir bitte Holz holen?");
                case 1 -> talk.bark(agent, "Regen kommt!");
                case 2 -> talk.leave("Robin");
                case 3 -> {
                    if (agent != other) {
                        talk.begin(agent, other);
                    }
                }
                case 4 -> sim.get(agent, Needs.class).hunger = random.nextInt(2) * 0.9f + 0.05f;
                case 5 -> sim.get(agent, Needs.class).danger = random.nextInt(3) == 0;
                case 6 ->
                    sim.get(agent, Memory.class)
                            .remember("am Bach war ein Wolf", "gesehen", 0.7f, tick);
                default ->
                    sim.world()
                            .getSystem(DecisionApplySystem.class)
                            .order(agent, List.of(Step.of("bauen")));
            }
        }
    }

    private static ActionCatalog catalog(Wording german, SplittableRandom random) {
        return ActionCatalog.builder()
                .wording(german)
                .selfActions()
                .action(
                        "holen",
                        "im Wald sammeln",
                        Field.oneOf("was", "Holz", "Beeren"),
                        Field.whole("menge", 1, 20))
                .action("essen", "etwas essen")
                .action("bauen", "am Brunnen bauen")
                .action("rufen", "jemandem zurufen", Field.text("worte"))
                .action("ansehen", "sich etwas ansehen", Field.target("ziel", "Haus"))
                .action(
                        "warten",
                        "eine Weile warten",
                        Field.decimal("sekunden", 0, 60),
                        Field.flag("still"))
                .require("essen", "ein Feuer", (agent, step) -> random.nextBoolean())
                .build();
    }

    private static void setUp(MindPlugin minds, Conversations talk, SplittableRandom random) {
        minds.with(talk)
                .with(new Memories(new MemoryConfig().reflection(1).reflectionModel("klein")))
                .watchdog(new Watchdog(Duration.ofSeconds(4), Duration.ofSeconds(8), 2))
                .perception(agent -> new Surroundings(
                                "Es ist Mittag.", List.of("Ada", "Ole", "Mira"), List.of())
                        .at("Brunnen"))
                .configure(config -> config.smartCalling(false));
        for (String type : List.of("holen", "rufen", "ansehen", "warten", "seek_food")) {
            minds.runner(type, (agent, step) -> switch (random.nextInt(12)) {
                case 0 -> Progress.DONE;
                case 1 -> Progress.failed("kein Glück");
                case 2 -> throw new IllegalStateException("broken");
                default -> Progress.RUNNING;
            });
        }
        minds.runner("bauen", new ActionRunner<>() {
            @Override
            public Progress tick(int agent, Step step) {
                return Progress.RUNNING;
            }

            @Override
            public double progress(int agent, Step step) {
                return 1; // never any
            }
        });
    }

    private static void check(String where, String prompt, TreeMap<String, String> found) {
        for (String line : prompt.split("\n", -1)) {
            Matcher word = WORD.matcher(line);
            while (word.find()) {
                String lower = word.group().toLowerCase(Locale.ROOT);
                if (ENGLISH.contains(lower)) {
                    found.putIfAbsent(lower, where + ": " + line);
                }
            }
        }
    }

    /** Notes the lines below the heading of troubles. */
    private static void note(String prompt, Wording german, TreeSet<String> troubles) {
        String heading = german.say(Wording.Text.TROUBLES);
        int at = prompt.indexOf(heading);
        if (at >= 0) {
            for (String line : prompt.substring(at + heading.length()).strip().split("\n", -1)) {
                if (!line.startsWith("- ")) {
                    break;
                }
                troubles.add(line);
            }
        }
    }
}
