/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.system.MindSave;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Conversations continue after a load; unfinished utterances are broken off. */
class ConversationSaveTest {
    private static final PlanPart REFUSED = new PlanPart.RejectedStep("fly", "no such action");

    private final TalkWorld before = new TalkWorld();

    private static MindSaves saves(TalkWorld talk) {
        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        return new MindSaves(talk.world, talk.plugin.clock());
    }

    private TalkWorld loaded() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(before).save(out);
        TalkWorld after = new TalkWorld();
        saves(after).load(new ByteArrayInputStream(out.toByteArray()));
        after.tick();
        return after;
    }

    private static int find(TalkWorld talk, String name) {
        for (int i = 0; i < 64; i++) {
            Persona persona = talk.world.getMapper(Persona.class).get(i);
            if (persona != null && persona.name.equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    void conversationContinuesAfterLoad() throws IOException {
        int ada = before.agent("Ada");
        int bryn = before.agent("Bryn");
        before.tick();
        before.talks.begin(ada, bryn);
        before.untilAsks(ada);
        before.answer(ada, "Is there bread?", "Bryn");
        TalkWorld after = loaded();

        Transcript conversation = after.transcript(find(after, "Ada"));
        assertThat(conversation.lines)
                .extracting(Utterance::text)
                .containsExactly("Is there bread?");
        assertThat(after.talks.transcript(find(after, "Bryn"))).isSameAs(conversation);
        after.untilAsks(find(after, "Bryn"));
    }

    @Test
    void unfinishedUtteranceIsBrokenOffAndAnsweredAfterLoad() throws IOException {
        int ada = before.agent("Ada");
        before.tick();
        before.talks.say("Robin", ada, "Tell me a story.");
        FakeBroker.Asked asked = before.granted(ada);
        before.broker.deliver(asked, new SpokenPiece("Once upon"));
        before.ticks(2);
        TalkWorld after = loaded();

        int loaded = find(after, "Ada");
        Transcript conversation = after.transcript(loaded);
        assertThat(conversation.lines).hasSize(2);
        assertThat(conversation.lines.get(1).text()).isEqualTo("Once upon");
        assertThat(conversation.lines.get(1).brokenOff()).isTrue();
        after.untilAsks(loaded);
        assertThat(after.prompt(loaded)).contains("- You to Robin: \"Once upon\" (broken off)");
    }

    @Test
    void agentWhoseWordsWereDroppedBeforeASaveExcusesItselfAtTheNextTimeAfterIt()
            throws IOException {
        int ada = before.agent("Ada");
        before.tick();
        before.talks.say("Robin", ada, "Fly!");
        before.untilAsks(ada);
        before.broker.answer(before.granted(ada), REFUSED, new PlanPart.SpokenText("Yes!"));
        before.tick();
        TalkWorld after = loaded();

        int loaded = find(after, "Ada");
        after.untilAsks(loaded);
        after.broker.answer(after.granted(loaded), REFUSED, new PlanPart.SpokenText("Yes!"));
        after.ticks(2);
        assertThat(after.spoken).extracting(Utterance::text).containsExactly("I cannot do that.");
    }

    /** Turns a save into one from before conversations had a component of their own. */
    private static byte[] older(byte[] save) {
        int end = new String(save, StandardCharsets.UTF_8).indexOf('\n');
        JsonMapper json = JsonMapper.shared();
        ObjectNode body = (ObjectNode)
                json.readTree(new String(save, StandardCharsets.UTF_8).substring(end + 1));
        ObjectNode names = (ObjectNode) body.get("componentIdentifiers");
        names.remove(TalkState.class.getName());
        names.set("dev.triune.component.Transcript", names.remove(Transcript.class.getName()));
        for (JsonNode archetype : body.get("archetypes")) {
            for (int i = archetype.size() - 1; i >= 0; i--) {
                if (archetype.get(i).asString().equals("TalkState")) {
                    ((ArrayNode) archetype).remove(i);
                }
            }
        }
        for (JsonNode entity : body.get("entities")) {
            ObjectNode components = (ObjectNode) entity.get("components");
            JsonNode state = components.remove("TalkState");
            if (state != null) {
                components.withObject("Conversation").setAll((ObjectNode) state);
            }
        }
        byte[] bytes = json.writeValueAsBytes(body);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        String title = new String(save, 0, end, StandardCharsets.US_ASCII)
                .replaceFirst("\\d+ bytes, sum .*", "")
                .concat(String.format("%d bytes, sum %08x%n", bytes.length, sum.getValue()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(title.replace("\r", "").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    @Test
    void conversationOfAnOlderSaveContinues() throws IOException {
        int ada = before.agent("Ada");
        before.tick();
        before.talks.say("Robin", ada, "Tell me a story.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(before).save(out);
        byte[] older = older(out.toByteArray());
        assertThat(new String(older, StandardCharsets.UTF_8)).doesNotContain("dev.triune.talk.T");
        TalkWorld after = new TalkWorld();
        saves(after).load(new ByteArrayInputStream(older));
        after.tick();

        int loaded = find(after, "Ada");
        assertThat(after.transcript(loaded).lines)
                .extracting(Utterance::text)
                .containsExactly("Tell me a story.");
        after.untilAsks(loaded);
        assertThat(after.prompt(loaded)).contains("You answer Robin now.");
    }

    @Test
    void loadedPlayerWhoseComponentIsRemovedLeaves() throws IOException {
        int ada = before.agent("Ada");
        int robin = before.player("Robin");
        before.tick();
        before.talks.say(robin, ada, "Hello?");
        TalkWorld after = loaded();
        int body = after.transcript(find(after, "Ada")).bodies.get(0);
        after.world.getMapper(Player.class).remove(body);
        after.ticks(2);

        assertThat(after.events).contains("ended: Robin left");
    }

    @Test
    void conversationWhoseEndIsYetToBeReportedIsNotRestored() throws IOException {
        int ada = before.agent("Ada");
        int bryn = before.agent("Bryn");
        before.tick();
        before.endWhenSpoken = true;
        before.talks.begin(ada, bryn);
        before.talks.address(ada, bryn, "Good day!");
        TalkWorld after = loaded();

        assertThat(after.talks.transcript(find(after, "Ada"))).isNull();
        assertThat(after.get(Conversation.class, find(after, "Ada")).active).isFalse();
    }

    private static TalkWorld loaded(ByteArrayOutputStream out, TalkWorld after) throws IOException {
        saves(after).load(new ByteArrayInputStream(out.toByteArray()));
        return after;
    }

    @Test
    void conversationOfTheAgentsThatAGameChoosesIsSavedWithThem() throws IOException {
        int ada = before.agent("Ada");
        before.tick();
        before.talks.say("Robin", ada, "Do you have bread?");
        before.ticks(2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        IntBag chosen = before.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(Persona.class))
                .getEntities();
        saves(before).save(out, new MindSave(chosen));
        TalkWorld after = loaded(out, new TalkWorld());
        after.tick();

        int loaded = find(after, "Ada");
        assertThat(after.transcript(loaded).players).containsExactly("Robin");
        after.answer(loaded, "Two loaves.", "Robin");
        assertThat(after.spoken).extracting(Utterance::text).containsExactly("Two loaves.");
    }

    @Test
    void conversationThatBeganSinceTheLastTickIsNotTakenForTheOneThatEnded() throws IOException {
        TalkWorld full = new TalkWorld(config -> config.participants(2));
        int recycled = full.world.create();
        full.world.getMapper(Senses.class).create(recycled);
        int ada = full.agent("Ada");
        full.ticks(2);
        full.talks.say("Robin", ada, "How are you?");
        full.answer(ada, "I am well.", "Robin");
        full.world.delete(recycled); // its id is the one of the next conversation
        full.ticks(2);
        assertThat(full.talks.say("Zed", ada, "And what do you do here?").heard())
                .isTrue();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(full).save(out);
        TalkWorld after = loaded(out, new TalkWorld(config -> config.participants(2)));
        after.tick();

        int loaded = find(after, "Ada");
        assertThat(after.transcript(loaded).players).containsExactly("Zed");
        assertThat(after.get(TalkState.class, loaded).owed)
                .extracting(Utterance::speaker)
                .containsExactly("Zed");
        assertThat(after.world
                        .getAspectSubscriptionManager()
                        .get(Aspect.all(Transcript.class))
                        .getEntities()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void playerWhoIsNotThereIsOwedNothing() {
        int ada = before.agent("Ada");
        before.tick();
        before.talks.say("Robin", ada, "How are you?");
        Utterance line = new Utterance(1, "Zed", 0, "Ada", "And you?", 1, false);
        TalkState state = before.get(TalkState.class, ada);
        state.owed.clear();
        OwedAnswers.add(state, line); // as in a save of an earlier version
        for (int i = 0; i < 1_000 && before.talks.transcript(ada) != null; i++) {
            FakeBroker.Asked asked = before.open(ada);
            if (asked != null) {
                before.granted(ada);
                before.broker.end(
                        asked, new Outcome.Failed(FailureCode.PROVIDER_ERROR, "down", false));
            }
            before.tick();
        }
        assertThat(before.talks.transcript(ada)).as("%s", before.events).isNull();
    }

    @Test
    void pauseBetweenConversationsOfAPairIsRestored() throws IOException {
        before.agent("Nobody");
        int ada = before.agent("Ada");
        int bryn = before.agent("Bryn");
        before.tick();
        before.talks.begin(ada, bryn);
        before.talks.end(ada);
        before.world.delete(find(before, "Nobody"));
        before.tick();
        TalkWorld after = loaded();

        Conversation conversation = after.get(Conversation.class, find(after, "Ada"));
        assertThat(conversation.restsFrom(find(after, "Bryn"), 1_200)).isTrue();
        assertThat(conversation.restsFrom(find(after, "Bryn"), 1_201)).isFalse();
    }

    @Test
    void activeFlagWithoutTranscriptIsCleared() {
        int ada = before.agent("Ada");
        before.tick();
        Conversation lone = before.get(Conversation.class, ada);
        lone.active = true;
        before.get(Mind.class, ada).serial = 0;
        int bryn = before.agent("Bryn");
        before.get(Conversation.class, bryn).active = true;
        before.ticks(2);

        assertThat(before.get(Conversation.class, bryn).active).isFalse();
    }
}
