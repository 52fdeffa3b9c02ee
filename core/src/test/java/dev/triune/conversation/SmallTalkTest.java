/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.MindPlugin;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.component.Utterance;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.habit.Habits;
import dev.triune.habit.SmallTalk;
import dev.triune.llm.ConfigException;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Talks without listeners and without news need no model. */
class SmallTalkTest {
    private static final int PAUSE = 1_200; // ticks, of two who have just talked

    private final Set<Integer> watched = new HashSet<>();
    private boolean news;

    /** This game's rules for small talk. */
    private final SmallTalk rules = new SmallTalk() {
        @Override
        public boolean hasNews(int one, int other) {
            return news;
        }

        @Override
        public String tell(int one, int other) {
            return news && one == bryn ? "A light was seen." : "";
        }

        @Override
        public boolean mayRepeat(String line) {
            return !line.contains("secret");
        }
    };

    private final Habits habits = habits();
    private final TalkWorld talk = world(habits);
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    private Habits habits() {
        return settings(Habits.learning());
    }

    private Habits settings(Habits value) {
        return value.exploration(0, 0).watched(watched::contains).smallTalk(rules);
    }

    private static TalkWorld world(Habits habits) {
        return new TalkWorld(config -> {}, minds -> minds.habits(habits));
    }

    private long settled() {
        return talk.plugin.stats().settledTalks();
    }

    private float liking(int of, int whom) {
        return talk.get(Memory.class, of)
                .relation(talk.name(whom))
                .map((Relation known) -> known.liking)
                .orElse(0f);
    }

    /** Puts two near each other for some ticks, and apart again. */
    private void meet(int one, int other) {
        talk.gather(one, other);
        talk.ticks(5);
        part(one, other);
    }

    private void part(int... agents) {
        for (int agent : agents) {
            talk.get(Senses.class, agent).nearby.clear();
        }
    }

    private void assertAsked(int agent) {
        assertThat(settled()).isZero();
        assertThat(talk.open(agent)).isNotNull();
    }

    /** Lets a model lead a talk of Ada and Bryn in which Ada says the line. */
    private void teach(String line) {
        news = true;
        talk.ticks(1);
        talk.talks.begin(ada, bryn);
        talk.untilAsks(ada);
        talk.answer(ada, line, "Bryn");
        talk.talks.end(ada);
        talk.ticks(PAUSE); // so that the line is not reused at once
        news = false;
        talk.spoken.clear();
        talk.effects.clear();
    }

    private List<String> lines() {
        return lines(habits);
    }

    private static List<String> lines(Habits of) {
        return of.text()
                .lines()
                .filter(line -> line.contains("\"line\""))
                .map(line -> line.replaceAll(".*\"line\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    // ---- settled talk

    @Test
    void talkWithoutNewsIsSettledWithoutAModel() {
        talk.gather(ada, bryn);
        talk.ticks(5);

        assertThat(settled()).isEqualTo(1);
        assertThat(talk.open(ada)).isNull();
        assertThat(talk.open(bryn)).isNull();
        assertThat(talk.events).containsExactly("began", "ended: settled by rules");
        assertThat(inspected(ada)).isEqualTo(1);
        assertThat(inspected(bryn)).isEqualTo(1);
    }

    private long inspected(int agent) {
        return talk.world.getSystem(LLMSchedulerSystem.class).inspect(agent).settledTalks();
    }

    @Test
    void settledTalkHasTheUsualEffects() {
        meet(ada, bryn);

        assertThat(talk.effects)
                .containsExactly(
                        new ConversationEffect.LikingChange("Ada", "Bryn", 0.02f, 0.02f),
                        new ConversationEffect.LikingChange("Bryn", "Ada", 0.02f, 0.02f));
        assertThat(liking(ada, bryn)).isEqualTo(0.02f);
    }

    @Test
    void pairPausesAfterASettledTalk() {
        talk.gather(ada, bryn);
        talk.ticks(PAUSE - 5);
        assertThat(settled()).isEqualTo(1);
        talk.ticks(20);
        assertThat(settled()).isEqualTo(2);
        assertThat(talk.broker.asked()).noneMatch(SmallTalkTest::isTalk);
    }

    private static boolean isTalk(FakeBroker.Asked asked) {
        return asked.request().layer().equals("talker");
    }

    @Test
    void callsModelWithoutTheSmallTalkSetting() {
        TalkWorld other = world(Habits.learning());
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
        assertThat(other.plugin.stats().settledTalks()).isZero();
    }

    @Test
    void agentsWithoutModelAlwaysSettleTalksByRules() {
        TalkWorld other = world(habits().exploration(1, 1));
        int one = other.agent("Ada");
        int two = other.agent("Bryn");
        other.get(Mind.class, one).usesModel = false;
        other.get(Mind.class, two).usesModel = false;
        other.gather(one, two);
        other.ticks(5);
        assertThat(other.plugin.stats().settledTalks()).isEqualTo(1);
    }

    @Test
    void agentsWithoutModelTellTheirNewsByRules() {
        news = true;
        talk.get(Mind.class, ada).usesModel = false;
        talk.get(Mind.class, bryn).usesModel = false;
        meet(ada, bryn);
        assertThat(settled()).isEqualTo(1);
        assertThat(talk.spoken).singleElement().asString().contains("Bryn", "A light was seen.");
    }

    @Test
    void agentsWithoutModelDoNotTalkWhileTheyQuarrel() {
        talk.get(Memory.class, bryn).relate("Ada", "", -0.5f);
        talk.get(Mind.class, ada).usesModel = false;
        talk.get(Mind.class, bryn).usesModel = false;
        meet(ada, bryn);
        assertThat(settled()).isZero();
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void addressedWordsAreSaidAndSettled() {
        talk.tick();
        assertThat(talk.talks.address(ada, bryn, "We need wood.")).isTrue();
        talk.tick();

        assertThat(settled()).isEqualTo(1);
        assertThat(talk.spoken)
                .extracting(Utterance::toString)
                .containsExactly("Ada to Bryn: We need wood.");
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.open(bryn)).isNull();
    }

    // ---- when the model is called

    @Test
    void callsModelForNews() {
        news = true;
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelForNewsKnownToABystander() {
        int odo = talk.agent("Odo");
        talk.get(Memory.class, odo)
                .remember(new Episode("the well is dry", "fact", 1, 0).about("the well"));
        talk.gather(ada, bryn, odo);
        talk.ticks(2);
        assertAsked(ada);
    }

    @Test
    void callsModelForFactKnownToOnlyOne() {
        Episode dry = new Episode("the well is dry", "fact", 1, 0).about("the well");
        talk.get(Memory.class, bryn).remember(dry);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void settlesTalkAboutFactKnownToBoth() {
        Episode dry = new Episode("the well is dry", "fact", 1, 0).about("the well");
        talk.get(Memory.class, ada).remember(dry);
        talk.get(Memory.class, bryn).remember(dry);
        meet(ada, bryn);
        assertThat(settled()).isEqualTo(1);
    }

    @Test
    void callsModelForQuarrels() {
        talk.get(Memory.class, bryn).relate("Ada", "", -0.3f);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelForPromiseUntilTheNextTalk() {
        talk.ticks(10);
        talk.talks.begin(ada, bryn);
        talk.untilAsks(ada);
        talk.get(Memory.class, bryn)
                .remember(new Episode(
                        "Ada promised you: chop",
                        "promise",
                        0.3f,
                        talk.plugin.clock().tick() + 1,
                        "Ada"));
        talk.talks.end(ada);
        talk.ticks(PAUSE + 2);
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        assertThat(settled()).isZero();

        talk.answer(ada, "I have not forgotten.", "Bryn");
        talk.talks.end(ada);
        talk.ticks(PAUSE + 5);
        assertThat(settled()).isEqualTo(1);
    }

    @Test
    void explorationCallsTheModel() {
        TalkWorld other = world(habits().exploration(1, 1));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
        assertThat(other.plugin.stats().settledTalks()).isZero();
    }

    @Test
    void knownLinesReduceExploration() {
        String text =
                textOfLines(900).replace("small talk opening", "small talk opening; storm yes");
        TalkWorld other = world(settings(Habits.parse("lines.json", text)).exploration(1, 0));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.ticks(5);
        assertThat(other.plugin.stats().settledTalks()).isEqualTo(1);
    }

    @Test
    void callsModelWhenTheRulesThrow() {
        TalkWorld other = world(habits().smallTalk((one, two) -> {
            throw new IllegalStateException("no idea");
        }));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
    }

    // ---- listeners

    @Test
    void callsModelForWatchedAgents() {
        watched.add(bryn);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelWhenTheWatchedCheckThrows() {
        TalkWorld other = world(habits().watched(agent -> {
            throw new IllegalStateException("no camera");
        }));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
    }

    @Test
    void doesNotSettleTalkNearAWatchedAgent() {
        int odo = talk.agent("Odo");
        watched.add(odo);
        talk.get(Conversation.class, odo).restsUntil = Long.MAX_VALUE;
        talk.gather(ada, bryn, odo);
        talk.ticks(3);
        assertThat(settled()).isZero();
    }

    @Test
    void callsModelWithinEarshotOfAPlayer() {
        int player = talk.player("Robin");
        talk.get(Senses.class, bryn).nearby.add(player);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void doesNotSettleTalkNearAnAgentTalkingToAPlayer() {
        int odo = talk.agent("Odo");
        talk.ticks(2);
        talk.talks.say("Robin", odo, "Good morning!");
        talk.gather(ada, bryn, odo);
        talk.ticks(3);
        assertThat(settled()).isZero();
    }

    @Test
    void doesNotSettleTalkJustAfterAPlayerLeft() {
        talk.ticks(2);
        talk.talks.say("Robin", ada, "Good morning!");
        talk.talks.leave("Robin");
        talk.tick();
        meet(ada, bryn);
        assertThat(settled()).isZero();
    }

    @Test
    void playerNeverHearsReusedLines() {
        teach("Lovely day, Bryn.");
        talk.gather(ada, bryn);
        talk.talks.say("Robin", ada, "Good morning!");
        talk.untilAsks(ada);
        talk.ticks(100);
        assertThat(talk.spoken).isEmpty();
    }

    // ---- reused lines

    @Test
    void learnedLineIsReusedWithTheCurrentNames() {
        teach("Lovely day, Bryn. Ada is well.");
        int odo = talk.agent("Odo");
        int una = talk.agent("Una");
        talk.tick();
        meet(odo, una);

        assertThat(lines()).containsExactly("Lovely day, <partner>. <self> is well.");
        assertThat(talk.spoken)
                .extracting(Utterance::toString)
                .containsExactly("Odo to Una: Lovely day, Una. Odo is well.");
        assertThat(talk.plugin.stats().barks()).isEqualTo(1);
        assertThat(talk.effects).hasSize(2);
    }

    @Test
    void learnedOpeningIsNotReusedAsAnAnswer() {
        teach("Lovely day.");
        assertThat(talk.talks.address(ada, bryn, "We need wood.")).isTrue();
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("We need wood.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Where is Odo?",
                "I have a secret.",
                "<partner>, come!",
                "This line is much too long to be said again by anybody, since it tells a whole story."
            })
    void doesNotLearnUnsuitableLines(String line) {
        talk.agent("Odo");
        talk.tick();
        teach(line);
        assertThat(lines()).isEmpty();
    }

    @Test
    void doesNotLearnLinesHeardByAPlayer() {
        talk.tick();
        talk.talks.say("Robin", ada, "Good morning!");
        talk.untilAsks(ada);
        talk.answer(ada, "Lovely day.", "Robin");
        assertThat(lines()).isEmpty();
    }

    @Test
    void learnsNoLinesWhenLearningIsOff() {
        Habits fixed = habits().learns(false);
        TalkWorld other = world(fixed);
        int one = other.agent("Ada");
        int two = other.agent("Bryn");
        other.tick();
        other.talks.begin(one, two);
        other.untilAsks(one);
        other.answer(one, "Lovely day.", "Bryn");
        assertThat(other.spoken).hasSize(1);
        assertThat(lines(fixed)).isEmpty();
    }

    @Test
    void agentWhoHeardALineHearsNoneUntilTheIntervalIsOver() {
        teach("Lovely day.");
        teach("Look at these clouds.");
        int odo = talk.agent("Odo");
        int una = talk.agent("Una");
        int zoe = talk.agent("Zoe");
        talk.tick();
        talk.gather(odo, una, zoe);
        talk.get(Conversation.class, zoe).restsUntil = talk.plugin.clock().tick() + 700;
        talk.ticks(5);
        assertThat(talk.spoken).hasSize(1);

        talk.ticks(800); // Zoe has heard it and talks with one of them
        assertThat(settled()).isEqualTo(2);
        assertThat(talk.spoken).hasSize(1);

        talk.ticks(PAUSE);
        assertThat(talk.spoken).hasSizeGreaterThan(1);
    }

    @Test
    void keepsOnlyTheNewestLinesWithinTheLimit() {
        Habits few = habits().limit(3);
        TalkWorld other = world(few);
        int one = other.agent("Ada");
        int two = other.agent("Bryn");
        for (int i = 0; i < 6; i++) {
            news = true;
            other.tick();
            other.talks.begin(one, two);
            other.untilAsks(one);
            other.answer(one, "Number " + i + " it is.", "Bryn");
            other.talks.end(one);
        }
        assertThat(lines(few))
                .containsExactly("Number 3 it is.", "Number 4 it is.", "Number 5 it is.");
    }

    @Test
    void choiceOfLinesDependsOnlyOnTheSeed() {
        String text = textOfLines(30);
        assertThat(said(text, 1)).isEqualTo(said(text, 1)).isNotEqualTo(said(text, 2));
    }

    private static String textOfLines(int count) {
        return file(IntStream.range(0, count)
                .mapToObj(i -> record("default", "Number " + i + "."))
                .collect(Collectors.joining(",\n")));
    }

    private static String record(String kind, String line) {
        return "{\"kind\":\"" + kind + "\",\"situation\":\"small talk opening\","
                + "\"steps\":[{\"type\":\"say\",\"line\":\"" + line + "\"}],"
                + "\"learned\":0,\"plans\":1,\"uses\":0,\"successes\":0,\"recent\":\"+\"}";
    }

    private static String file(String records) {
        return "{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n" + records
                + "\n]}\n";
    }

    private List<String> said(String text, long seed) {
        TalkWorld other = world(settings(Habits.parse("lines.json", text)).seed(seed));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.ticks(10 * PAUSE);
        return other.spoken.stream().map(Utterance::text).toList();
    }

    // ---- files and settings

    @Test
    void linesSurviveWritingAndReadingAFile() {
        teach("Lovely day, Bryn.");
        String text = habits.text();

        assertThat(text)
                .contains("\"situation\":\"small talk opening\",\"steps\":[{\"type\":\"say\","
                        + "\"line\":\"Lovely day, <partner>.\"}],\"learned\":");
        assertThat(Habits.parse("lines.json", text).text()).isEqualTo(text);
        Habits again = settings(Habits.parse("lines.json", text));
        world(again).tick();
        assertThat(again.text()).isEqualTo(text);
    }

    @Test
    void keepsLinesOfUnknownKinds() {
        String text = file(record("default", "Hello!") + ",\n" + record("wolf", "Howl!"));
        Habits wolves = settings(Habits.parse("lines.json", text));
        world(wolves).tick();
        assertThat(wolves.text()).isEqualTo(text);
        assertThat(wolves.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Number 0. | Hi, <name>. | slot <name> is not known (expected <partner> or <self>)",
                "say | shout | no line (expected one step {\"type\": \"say\", \"line\": \"...\"})",
                "Number 0. | | no line (expected one step {\"type\": \"say\", \"line\": \"...\"})",
            })
    void reportsInvalidLinesWithTheirPlace(String was, String edited, String problem) {
        String text = textOfLines(1).replace(was, edited == null ? "" : edited);
        assertThatThrownBy(() -> world(settings(Habits.parse("lines.json", text))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("lines.json:2: " + problem);
    }

    @Test
    void rejectsMoreLinesThanTheLimit() {
        assertThatThrownBy(() -> world(
                        settings(Habits.parse("lines.json", textOfLines(3)).limit(2))))
                .hasMessageContaining("lines.json:4: more than 2 habits of kind \"default\""
                        + " (raise Habits.limit, or delete lines)");
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatThrownBy(() -> Habits.learning().barkInterval(Duration.ofSeconds(-1)))
                .hasMessage("barkInterval PT-1S (expected zero or more)");
        assertThatThrownBy(() -> new MindPlugin(new FakeBroker(), TalkWorld.ACTIONS)
                        .habits(habits())
                        .systems())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("small talk of habits without conversations"
                        + " (switch them on with MindPlugin.conversations)");
    }

    @Test
    void waitingForTheModelAllocatesNothing() {
        int odo = talk.agent("Odo");
        talk.world.getMapper(Conversation.class).remove(odo);
        news = true; // Ada and Bryn wait for a model all the time
        talk.gather(ada, bryn);
        talk.ticks(3 * PAUSE);

        assertThat(Allocation.of(() -> talk.ticks(1_000))).isLessThan(4_000);
        assertThat(talk.world.getMapper(Conversation.class).has(odo)).isFalse();
    }
}
