/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an agent calls out to nobody is known to it, and to whoever answers. */
class CalledOutTest {
    private static final String HALT = "Halt! What is the password?";

    private final TalkWorld talk = new TalkWorld();
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int player = talk.player("Robin");

    @Test
    void barkIsTheFirstLineOfTheConversationThatAPlayerBeginsWithTheAnswer() {
        talk.ticks(2);
        assertThat(talk.talks.bark(ada, HALT)).isTrue();
        talk.ticks(40);
        talk.talks.say(player, ada, "Rosebud.");

        assertThat(talk.prompt(ada))
                .containsSubsequence("You: \"" + HALT + '"', "Robin to you: \"Rosebud.\"");
        talk.answer(ada, "Pass.", "Robin");
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly(HALT, "Pass.");
    }

    @Test
    void barkIsTheFirstLineOfTheConversationThatAnAgentBeginsWithTheAnswer() {
        talk.tick();
        talk.gather(ada, bryn);
        talk.talks.bark(ada, HALT);
        talk.tick();
        assertThat(talk.talks.begin(bryn, ada)).isTrue();
        talk.untilAsks(bryn);

        assertThat(talk.prompt(bryn)).contains("Ada: \"" + HALT + '"');
    }

    @Test
    void agentKnowsItsBarkBeforeAnybodyAnswers() {
        talk.tick();
        talk.gather(ada, bryn);
        talk.talks.bark(ada, HALT);
        talk.untilAsks(ada);

        assertThat(talk.prompt(ada)).contains("You: \"" + HALT + '"');
    }

    @Test
    void barkDuringAConversationIsALineOfIt() {
        talk.ticks(2);
        talk.talks.say(player, ada, "Hello?");
        talk.answer(ada, "Good day.", "Robin");
        talk.talks.bark(ada, "Look, a wolf!");
        talk.talks.say(player, ada, "What is it?");

        assertThat(talk.prompt(ada))
                .containsSubsequence("Good day.", "You: \"Look, a wolf!\"", "What is it?");
    }

    @Test
    void barkOfLongAgoIsNotPartOfAConversation() {
        talk.ticks(2);
        talk.talks.bark(ada, HALT);
        talk.ticks(60 * 20 + 1);
        talk.talks.say(player, ada, "Good morning.");

        assertThat(talk.prompt(ada)).doesNotContain(HALT);
    }

    @Test
    void onlyTheLastFourBarksAreKept() {
        talk.ticks(2);
        for (int i = 1; i <= 9; i++) {
            talk.talks.bark(ada, "Fish number " + i + "!");
        }
        talk.talks.say(player, ada, "One, please.");

        assertThat(talk.transcript(ada).lines)
                .extracting(Utterance::text)
                .containsExactly(
                        "Fish number 6!",
                        "Fish number 7!",
                        "Fish number 8!",
                        "Fish number 9!",
                        "One, please.");
    }

    @Test
    void barkOfADeadAgentIsNotSaid() {
        talk.tick();
        talk.get(Needs.class, ada).health = 0;

        assertThat(talk.talks.bark(ada, HALT)).isFalse();
        assertThat(talk.talks.bark(bryn, " ")).isFalse();
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void barkIsKnownAfterALoad() throws IOException {
        talk.ticks(2);
        talk.talks.bark(ada, HALT);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(talk).save(out);
        TalkWorld later = new TalkWorld();
        saves(later).load(new ByteArrayInputStream(out.toByteArray()));
        later.tick();
        int loaded = List.of(0, 1, 2, 3).stream()
                .filter(each -> later.world
                                .getSystem(LLMSchedulerSystem.class)
                                .getSubscription()
                                .getActiveEntityIds()
                                .get(each)
                        && later.name(each).equals("Ada"))
                .findFirst()
                .orElseThrow();
        later.talks.say(later.player("Robin"), loaded, "Rosebud.");

        assertThat(later.prompt(loaded)).contains("You: \"" + HALT + '"');
    }

    private static MindSaves saves(TalkWorld of) {
        of.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(of.world));
        return new MindSaves(of.world, of.plugin.clock());
    }

    @Test
    void remarkAboutAPlanIsRememberedByItsSpeakerAndByThoseWhoHearIt() {
        talk.tick();
        talk.gather(ada, bryn);
        talk.world.getSystem(LLMSchedulerSystem.class).overrideLayer(ada, Layer.EXECUTOR);
        talk.tick();
        FakeBroker.Asked plan = talk.broker.asked().stream()
                .filter(each -> each.request().layer().equals("executor"))
                .filter(each -> each.request().agent().startsWith("Ada #"))
                .findFirst()
                .orElseThrow();
        talk.broker.grant(plan);
        talk.broker.answer(plan, new PlanPart.SpokenText("First the wood, then the roof."));
        talk.ticks(2);

        assertThat(talk.get(Journal.class, ada).deeds)
                .extracting(deed -> deed.note)
                .contains("you said aloud \"First the wood, then the roof.\"");
        assertThat(talk.get(Memory.class, bryn).episodes)
                .filteredOn(episode -> episode.source.equals("Ada"))
                .extracting(episode -> episode.text)
                .contains("First the wood, then the roof.");
    }
}
