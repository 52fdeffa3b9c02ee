/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Conversation;
import dev.triune.fixture.FakeBroker;
import dev.triune.habits.Habits;
import dev.triune.llm.ConfigException;
import dev.triune.system.MindModule;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Conversations;
import dev.triune.talk.TalkWorld;
import dev.triune.talk.Utterance;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents in small talk reuse lines that a model wrote. */
class SmallTalkLinesTest extends SmallTalkScene {
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
        assertThat(talk.plugin.stats().talk().repeatedLines()).isEqualTo(1);
        assertThat(talk.effects).hasSize(2);
    }

    @Test
    void agentSaysNoLineThatTheGameRefusesIt() {
        teach("Lovely day.");
        int odo = talk.agent("Odo");
        int una = talk.agent("Una");
        silent.addAll(List.of(odo, una));
        talk.tick();
        meet(odo, una);
        assertThat(settled()).isEqualTo(1);
        assertThat(talk.spoken).isEmpty();

        silent.clear();
        talk.ticks(PAUSE);
        meet(odo, una);
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Lovely day.");
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
                .hasMessageStartingWith("lines.json: none of 1 habits fits this game")
                .hasMessageEndingWith(problem + " (line 2)");
    }

    @Test
    void rejectsMoreLinesThanTheLimit() {
        assertThatThrownBy(() -> world(
                        settings(Habits.parse("lines.json", textOfLines(3)).limit(2))))
                .hasMessageContaining("lines.json, line 4: more than 2 habits of kind \"default\""
                        + " (raise Habits.limit, or delete lines)");
    }

    @Test
    void rejectsInvalidSettings() {
        SmallTalk talk = new SmallTalk((one, two) -> false);
        assertThatThrownBy(() -> talk.interval(Duration.ofSeconds(-1)))
                .hasMessage("interval PT-1S (expected zero or more)");
    }

    @Test
    void tellsWhatSmallTalkNeeds() {
        assertThatThrownBy(() -> build(Habits.learning()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("small talk without conversations"
                        + " (add new Conversations() with MindPlugin.with)");
        assertThatThrownBy(() -> build(new Conversations()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("small talk without habits"
                        + " (add Habits.learning() with MindPlugin.with)");
    }

    private static void build(MindModule other) {
        MindPlugin minds = new MindPlugin(new FakeBroker(), TalkWorld.ACTIONS)
                .with(new SmallTalk((one, two) -> false))
                .with(other);
        new World(new WorldConfigurationBuilder().with(minds).build());
    }

    @Test
    void servesOneWorld() {
        SmallTalk used = new SmallTalk((one, two) -> false);
        new TalkWorld(config -> {}, minds -> minds.with(Habits.learning()).with(used));
        assertThatThrownBy(() -> used.interval(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "this SmallTalk serves a world already (set before the world is built)");
    }
}
