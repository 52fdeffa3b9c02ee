/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Episode;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindSaves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A player who is forgotten leaves no name and no words behind. */
class ForgetTest {
    private static final String PLAYER = "Zephyrine Quax";

    /** Words that nobody else says, each in a line of the player. */
    private static final List<String> SECRETS =
            List.of("xylograph", "quincunx", "zarzuela", "obnubilate", "kakapo");

    private final TalkWorld talk = new TalkWorld();

    private static String line(int number) {
        return "I hid the " + SECRETS.get(number % SECRETS.size()) + " under the old bridge.";
    }

    private String saved() throws IOException {
        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new MindSaves(talk.world, talk.plugin.clock()).save(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> traces(String text) {
        List<String> wanted = new ArrayList<>(SECRETS);
        wanted.add("Zephyrine");
        wanted.add("Quax");
        wanted.removeIf(
                word -> !text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)));
        return wanted;
    }

    /** Fills every place in which minds keep texts with some of the player, by chance. */
    private void live(Random random, int... agents) {
        for (int i = 0; i < 30; i++) {
            int agent = agents[random.nextInt(agents.length)];
            int other = agents[random.nextInt(agents.length)];
            String said = line(random.nextInt(5));
            Journal journal = talk.world.getMapper(Journal.class).create(agent);
            Goals goals = talk.world.getMapper(Goals.class).create(agent);
            Memory memory = talk.get(Memory.class, agent);
            long tick = talk.plugin.clock().tick();
            switch (random.nextInt(16)) {
                case 0, 1, 2 -> talk.talks.say(PLAYER, agent, said);
                case 3 -> talk.talks.sayToAll(PLAYER, agent, said);
                case 4, 5 -> {
                    if (talk.open(agent) != null && !talk.granted(agent).isEnded()) {
                        talk.broker.answer(
                                talk.granted(agent),
                                new PlanPart.SpokenText(
                                        "You say: " + said + " Well, Zephyrine Quax."),
                                new PlanPart.Later("look for what " + PLAYER + " hid"));
                    }
                }
                case 6 -> talk.talks.bark(agent, "Hear, hear! " + said);
                case 7 -> talk.talks.address(agent, other, "Somebody told me: \"" + said + "\"");
                case 8 -> memory.remember(new Episode(said, "told", 0.5f, tick, PLAYER));
                case 9 -> memory.relate(PLAYER, "hides things", 0.2f);
                case 10 ->
                    memory.remember(new Episode("Somebody said: " + said, "told", 1, tick, "Bryn")
                            .about("zephyrine quax's secret"));
                case 11 -> goals.addOwn("personal", "find what Zephyrine Quax hid");
                case 12 -> journal.did(Step.of("come").with("to", PLAYER), "the bridge", tick);
                case 13 ->
                    talk.get(Mind.class, agent)
                            .addTrouble(Layer.TALKER, "ZEPHYRINE QUAX did not hear you");
                case 14 ->
                    talk.get(BehaviorQueue.class, agent)
                            .steps
                            .add(new QueuedStep(Step.of("come").with("to", PLAYER)));
                default -> talk.ticks(random.nextInt(40));
            }
            talk.tick();
        }
    }

    @Test
    void nothingOfAForgottenPlayerIsLeft() throws IOException {
        int first = Integer.getInteger("triune.first", 0);
        for (int seed = first; seed < first + 40; seed++) {
            ForgetTest life = new ForgetTest();
            life.forgets(seed);
        }
    }

    private void forgets(int seed) throws IOException {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        int odo = talk.agent("Odo");
        talk.gather(ada, bryn, odo);
        talk.ticks(2);
        talk.world.getSystem(LLMSchedulerSystem.class).recordAll(seed % 2 == 0);
        Memory memory = talk.get(Memory.class, bryn);
        memory.remember("The bridge is old.", "seen", 0.5f, 1);
        memory.relate("Odo", "a friend", 0.5f);
        live(new Random(seed), ada, bryn, odo);
        assertThat(traces(saved())).as("seed %d: it was there", seed).isNotEmpty();
        assertThat(talk.talks.exportOf(PLAYER)).as("seed %d", seed).isNotEmpty();

        talk.talks.forget(PLAYER);

        assertThat(traces(saved())).as("save, seed %d", seed).isEmpty();
        assertThat(talk.talks.exportOf(PLAYER)).as("export, seed %d", seed).isEmpty();
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .as("seed %d", seed)
                .contains("The bridge is old.");
        assertThat(memory.relation("Odo")).as("seed %d", seed).isPresent();
        int asked = talk.broker.asked().size();
        for (int i = 0; i < 200; i++) {
            talk.talks.say("Wren", ada, "What do you know?");
            if (talk.open(ada) != null) {
                String prompt = talk.prompt(ada);
                assertThat(traces(prompt))
                        .as("prompt, seed %d: %s", seed, prompt)
                        .isEmpty();
                talk.broker.answer(talk.open(ada), new PlanPart.SpokenText("Nothing " + i + "."));
            }
            talk.tick();
        }
        assertThat(talk.broker.asked()).as("seed %d", seed).hasSizeGreaterThan(asked);
        assertThat(traces(saved())).as("later save, seed %d", seed).isEmpty();
        for (int agent : new int[] {ada, bryn, odo}) {
            assertThat(traces(talk.world
                            .getSystem(LLMSchedulerSystem.class)
                            .inspect(agent)
                            .toString()))
                    .as("inspection, seed %d", seed)
                    .isEmpty();
            assertThat(talk.get(Senses.class, agent).heard())
                    .as("seed %d", seed)
                    .noneMatch(speech -> !traces(speech.toString()).isEmpty());
        }
    }

    @Test
    void answerThatIsUnderWayTellsNothing() {
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say(PLAYER, ada, line(0));
        var asked = talk.granted(ada);
        talk.talks.forget(PLAYER);

        assertThat(talk.broker.cancelled()).contains(asked.ticket());
        assertThat(talk.get(Mind.class, ada).held).isFalse();
    }

    @Test
    void playerWithTheNameOfAnAgentTakesNothingOfThatAgentAlong() {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.tick();
        talk.get(Memory.class, ada).remember("Bryn bakes bread.", "seen", 0.5f, 1);
        talk.talks.say("Bryn", ada, "My cat is called Kakapo, you know.");
        talk.talks.forget("Bryn");

        assertThat(talk.get(Memory.class, ada).episodes)
                .extracting(episode -> episode.text)
                .containsExactly("Bryn bakes bread.");
        assertThat(talk.talks.transcript(bryn)).isNull();
    }

    @Test
    void bodyOfThePlayerIsForgottenByItsName() throws IOException {
        int ada = talk.agent("Ada");
        int body = talk.player(PLAYER);
        talk.tick();
        talk.talks.say(body, ada, line(1));
        talk.answer(ada, "I see.", "");
        talk.talks.forget(body);
        talk.world.delete(body);
        talk.tick();

        assertThat(traces(saved())).isEmpty();
    }
}
