/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Prompt;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindSaves;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Origin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every line says where it comes from. */
class ProvenanceTest {
    private final List<String> contacts = new ArrayList<>();
    private final ConversationListener notice = new ConversationListener() {
        @Override
        public void firstContact(String player, int agent) {
            contacts.add(player);
        }

        @Override
        public void spoke(int agent, Utterance line) {
            contacts.add(line.text());
        }
    };

    private TalkWorld talk = new TalkWorld(config -> config.listener(notice)
            .gate(line ->
                    line.text().contains("dragon") ? Verdict.replace("A beast!") : Verdict.pass()));

    private Utterance lastOf(int agent) {
        List<Utterance> lines = talk.transcript(agent).lines;
        return lines.get(lines.size() - 1);
    }

    private void answer(int agent, String text) {
        talk.broker.answer(talk.granted(agent), new PlanPart.SpokenText(text));
        talk.tick();
    }

    @Test
    void lineOfAModelNamesTheModelAndItsPrompt() {
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "What is in the cave?");
        FakeBroker.Asked asked = talk.open(ada);
        Prompt prompt = talk.broker.grant(asked).orElseThrow();
        talk.broker.answer(asked, new PlanPart.SpokenText("A cow."));
        talk.tick();

        Utterance line = lastOf(ada);
        assertThat(line.origin()).isEqualTo(Origin.MODEL);
        assertThat(line.model()).isEqualTo("fake/model");
        assertThat(line.promptDigest()).isEqualTo(prompt.digest()).hasSize(16);
        Utterance question = talk.transcript(ada).lines.get(0);
        assertThat(question.origin()).isEqualTo(Origin.PLAYER);
        assertThat(question.model()).isEmpty();
    }

    @Test
    void linesOfTheGameNameTheirKind() {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.tick();
        talk.talks.bark(ada, "Soup!");
        talk.talks.address(ada, bryn, "Come here.");
        talk.talks.say("Robin", bryn, "Have you seen the dragon?");
        talk.world.getSystem(LLMSchedulerSystem.class).hold(ada);
        talk.talks.end(ada);
        talk.talks.say("Robin", ada, "Hello!");

        assertThat(talk.spoken)
                .extracting(Utterance::origin)
                .containsExactly(Origin.BARK, Origin.GAME, Origin.GAME);
        assertThat(talk.spoken).allMatch(line -> line.model().isEmpty());
        assertThat(talk.spoken).noneMatch(line -> line.origin().isGenerated());
    }

    @Test
    void replacedWordsKeepTheirModel() {
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "What is in the cave?");
        answer(ada, "A dragon.");

        assertThat(lastOf(ada).text()).isEqualTo("A beast!");
        assertThat(lastOf(ada).origin()).isEqualTo(Origin.GATE);
        assertThat(lastOf(ada).model()).isEqualTo("fake/model");
    }

    /** Rules that settle talk, with news or a learned line. */
    private record Rules(String news) implements SettlementRules {
        @Override
        public boolean isWatched(int agent) {
            return false;
        }

        @Override
        public boolean hasNews(int one, int other) {
            return false;
        }

        @Override
        public boolean explores(int one, int other, long since) {
            return false;
        }

        @Override
        public String news(int agent, int other) {
            return news;
        }

        @Override
        public @Nullable String line(int agent, boolean opening) {
            return "So it is, <partner>.";
        }

        @Override
        public void learn(int agent, boolean opening, String line) {}

        @Override
        public long interval() {
            return 1;
        }
    }

    private List<Origin> settledBy(String news) {
        talk = new TalkWorld();
        talk.talks.settleBy(new Rules(news));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.ticks(2);
        talk.get(Mind.class, bryn).usesModel = false;
        talk.spoken.clear(); // what they settled already
        assertThat(talk.talks.address(ada, bryn, "A fine day.")).isTrue();
        return talk.spoken.stream().map(Utterance::origin).toList();
    }

    @Test
    void settledTalkNamesHabitsAndRules() {
        assertThat(settledBy("")).containsExactly(Origin.GAME, Origin.HABIT);
        assertThat(settledBy("The mill burns.")).startsWith(Origin.GAME, Origin.RULE);
    }

    @Test
    void savesKeepWhereLinesComeFrom() throws IOException {
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "What is in the cave?");
        answer(ada, "A cow.");
        List<Utterance> before = List.copyOf(talk.transcript(ada).lines);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(talk).save(out);
        contacts.clear();
        talk = new TalkWorld(config -> config.listener(notice));
        saves(talk).load(new ByteArrayInputStream(out.toByteArray()));
        talk.tick();
        int loaded = -1;
        for (int i = 0; i < 64 && loaded < 0; i++) {
            loaded = talk.world.getMapper(Persona.class).has(i) ? i : -1;
        }

        assertThat(talk.transcript(loaded).lines).isEqualTo(before);
        talk.talks.say("Robin", loaded, "Whose cow?");
        talk.untilAsks(loaded);
        answer(loaded, "Mine.");
        assertThat(contacts).as("no second first contact").containsExactly("Mine.");
    }

    private static MindSaves saves(TalkWorld talk) {
        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        return new MindSaves(talk.world, talk.plugin.clock());
    }

    @Test
    void firstContactComesOnceBeforeTheFirstWordsOfAModel() {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.talks.bark(ada, "Soup!");
        talk.talks.say("Robin", ada, "Hello!");
        answer(ada, "Good day.");
        talk.talks.say("Robin", bryn, "Hello!");
        answer(bryn, "Oh.");
        talk.talks.say("Wren", bryn, "Hello!");
        talk.untilAsks(bryn);
        answer(bryn, "Hm.");

        assertThat(contacts).containsExactly("Soup!", "Robin", "Good day.", "Oh.", "Wren", "Hm.");
    }

    @Test
    void playerWhoOverhearsAModelHasContact() {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        int robin = talk.player("Robin");
        talk.gather(ada, bryn);
        talk.get(Senses.class, ada).nearby.add(robin);
        talk.begin(ada, bryn);
        answer(ada, "Good day.");

        assertThat(contacts).startsWith("Robin", "Good day.");
    }

    @Test
    void reportHasThePromptOfARecordedAgentAndElseItsDigest() {
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "What is in the cave?");
        answer(ada, "A cow.");
        SpeechReport plain = talk.talks.report(lastOf(ada));
        assertThat(plain.prompt()).isEmpty();
        assertThat(plain.toString())
                .contains("line: Ada to Robin: A cow.")
                .contains("model: fake/model")
                .contains("prompt digest: " + lastOf(ada).promptDigest());

        talk.world.getSystem(LLMSchedulerSystem.class).record(ada, true);
        talk.talks.say("Robin", ada, "Whose cow?");
        talk.untilAsks(ada);
        answer(ada, "Mine.");
        assertThat(talk.talks.report(lastOf(ada)).prompt()).contains("Whose cow?");
        assertThat(talk.talks.report(talk.transcript(ada).lines.get(1)).prompt())
                .as("of an older line")
                .isEmpty();
    }
}
