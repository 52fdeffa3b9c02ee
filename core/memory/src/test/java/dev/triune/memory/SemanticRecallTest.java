/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.action.ActionCatalog;
import dev.triune.component.Episode;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.LogLines;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.system.MindSaves;
import dev.triune.testkit.MindTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recall by meaning: embeddings come in the background, and nothing waits long for them. */
class SemanticRecallTest {
    private static final Map<String, String> MEANINGS =
            Map.of("lamb", "sheep", "ewe", "sheep", "ill", "sick", "ailing", "sick");
    private static final String ANSWER = "Edda healed an ailing ewe";
    private static final String QUESTION = "My lamb is ill!";

    private static MeaningWorld world(Duration latency) {
        MeaningWorld world = new MeaningWorld(MEANINGS, latency);
        world.memory.remember(new Episode(ANSWER, "deed", 0.1f, 0));
        for (int i = 0; i < 30; i++) {
            world.memory.remember(new Episode(
                    "counted " + "abcdefghijklmnopqrstuvwxyzabcdef".charAt(i) + i + " stones number"
                            + (char) ('a' + i),
                    "work" + i,
                    0.3f,
                    i));
        }
        return world;
    }

    private static Cue cue(String line) {
        return new Cue(List.of(), List.of(line), 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "base64", "ollama"})
    void findsWhatMeansTheSameWithoutACommonWord(String form) {
        MeaningWorld world = world(Duration.ofMillis(20)).withoutThoughts();
        world.meanings.form = form;
        assertThat(world.recall(cue(QUESTION))).as("words alone").doesNotContain(ANSWER);
        world.learn();
        assertThat(world.recall(cue(QUESTION))).contains(ANSWER);
        assertThat(world.meanings.texts).as("each text once").isEqualTo(32);
        assertThat(world.meanings.calls).as("sixteen in a call").isLessThanOrEqualTo(5);
    }

    @Test
    void whatHasNothingToDoWithTheQuestionIsNotRaised() {
        MeaningWorld world = world(Duration.ZERO).withoutThoughts();
        world.learn();
        world.recall(cue(QUESTION));
        List<RetrievedMemory> recalled = world.retriever.retrieve(world.agent, cue(QUESTION));
        assertThat(recalled)
                .filteredOn(each -> each.text().equals(ANSWER))
                .singleElement()
                .satisfies(each -> assertThat(each.relevance()).isEqualTo(1.5f));
        assertThat(recalled)
                .filteredOn(each -> !each.text().equals(ANSWER))
                .allSatisfy(each -> assertThat(each.relevance()).isLessThan(0.5f));
    }

    @Test
    void forgottenWordsAreNeitherKeptNorAskedFor() {
        MeaningWorld world = world(Duration.ofMillis(80)).withoutThoughts();
        world.learn();
        EmbeddingStore store = world.relevance.store;
        assertThat(store.writeState()).isNotEmpty();
        world.retriever.prepare(world.agent, () -> cue("Robin, my secret!"));
        world.retriever.prepare(world.agent, () -> cue("A stone."));
        assertThat(store.textsAbout(text -> text.contains("Robin")))
                .containsExactly("Robin, my secret!");
        int texts = world.meanings.texts;
        store.forget(text -> text.contains("Robin"));
        assertThat(store.textsAbout(text -> true)).containsExactly("A stone.");
        assertThat(store.writeState()).isEmpty();
        world.ticks(6);
        assertThat(world.meanings.texts).as("the stone alone").isEqualTo(texts + 1);
        world.retriever.prepare(world.agent, () -> cue("Robin, my secret!"));
        world.ticks(2); // it is being asked for
        store.forget(text -> text.contains("Robin"));
        world.ticks(6);
        assertThat(store.known("Robin, my secret!")).isNull();
    }

    @Test
    void closingTheBrokerIsNoFailure() {
        MeaningWorld world = world(Duration.ofSeconds(30));
        world.ticks(2);
        try (LogLines log = new LogLines(EmbeddingStore.class.getName())) {
            world.broker.close();
            world.world.dispose();
            assertThat(log.texts()).isEmpty();
        }
    }

    @Test
    void promptWaitsForTheMeaningOfWhatWasJustSaid() {
        MeaningWorld world = world(Duration.ofMillis(80));
        world.learn();
        world.prompts.clear();
        long asked = world.plugin.clock().tick();
        world.world
                .getMapper(Senses.class)
                .get(world.agent)
                .hear(new Speech("Ben", QUESTION, asked));
        while (world.prompts.isEmpty()) {
            world.ticks(1);
        }
        assertThat(world.prompts.get(0)).contains(QUESTION).contains("- " + ANSWER);
        assertThat(world.plugin.clock().tick() - asked).isLessThanOrEqualTo(6);
    }

    @Test
    void slowEmbeddingHoldsNoPromptUp() {
        MeaningWorld world = world(Duration.ofSeconds(30));
        world.ticks(1);
        world.prompts.clear();
        world.world.getMapper(Senses.class).get(world.agent).hear(new Speech("Ben", QUESTION, 1));
        for (int i = 0; i < 40 && world.prompts.isEmpty(); i++) {
            world.ticks(1);
        }
        assertThat(world.prompts).isNotEmpty();
        assertThat(world.prompts.get(0)).contains(QUESTION).doesNotContain(ANSWER);
    }

    @Test
    void failuresAreSaidOnceAndWordsGoOn() {
        MeaningWorld world = world(Duration.ZERO).withoutThoughts();
        world.meanings.works = false;
        try (LogLines log = new LogLines(EmbeddingStore.class.getName())) {
            world.learn();
            assertThat(log.texts()).singleElement().asString().contains("\"meanings\"", "no room");
        }
        assertThat(world.recall(cue("Who healed somebody?"))).contains(ANSWER);
        int calls = world.meanings.calls;
        assertThat(calls).as("pauses grow").isLessThan(6);
        world.meanings.works = true;
        world.ticks(2_400);
        world.learn();
        assertThat(world.recall(cue(QUESTION))).contains(ANSWER);
    }

    @Test
    void embeddingsAreSavedAndNotAskedForAgain() throws IOException {
        MeaningWorld first = world(Duration.ZERO).withoutThoughts();
        first.learn();
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        serializer(first);
        new MindSaves(first.world, first.plugin.clock()).save(save);
        MeaningWorld second = new MeaningWorld(MEANINGS, Duration.ZERO);
        second.world.delete(second.agent);
        second.world.process();
        serializer(second);
        int agent = new MindSaves(second.world, second.plugin.clock())
                .load(new ByteArrayInputStream(save.toByteArray()))
                .entities
                .get(0);
        second.ticks(4);
        second.retriever.prepare(agent, () -> cue(QUESTION));
        second.ticks(3);
        assertThat(second.retriever.retrieve(agent, cue(QUESTION)))
                .anySatisfy(each -> assertThat(each.text()).isEqualTo(ANSWER));
        assertThat(second.meanings.texts).as("the question alone").isEqualTo(1);
    }

    private static void serializer(MeaningWorld world) {
        world.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world.world));
    }

    @Test
    void savedEmbeddingsOfAnotherModelAreLeftOut() {
        EmbeddingStore store = new EmbeddingStore("new");
        store.readState("old\nff " + Embedding.of(1, 2));
        assertThat(store.writeState()).isEmpty();
        store.readState("new\nff " + Embedding.of(1, 2));
        assertThat(store.writeState()).isEqualTo("new\nff QH8=");
    }

    @Test
    void similarityIsTheCosineAndBadEmbeddingsAreRefused() {
        Embedding one = Embedding.of(0.3f, -0.4f);
        assertThat(one.similarity(Embedding.of(3, -4))).isCloseTo(1, within(0.01f));
        assertThat(one.similarity(Embedding.of(-3, 4))).isCloseTo(-1, within(0.01f));
        assertThat(one.similarity(Embedding.of(4, 3))).isCloseTo(0, within(0.01f));
        assertThat(one.similarity(Embedding.of(1, 1, 1))).isZero();
        for (float[] bad : new float[][] {{}, {0, 0}, {1, Float.NaN}, {Float.POSITIVE_INFINITY}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Embedding.of(bad));
        }
    }

    private static org.assertj.core.data.Offset<Float> within(float value) {
        return org.assertj.core.data.Offset.offset(value);
    }

    @Test
    void mistakesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Relevance.semantic(" "))
                .withMessage("model of embeddings \" \" (expected a name)");
        MindTest two = MindTest.world(
                        ActionCatalog.builder().action("rest", "sit down").build())
                .plugin(plugin -> plugin.with(new Memories(
                                new MemoryConfig().relevance(Relevance.semantic("a")))
                        .kind("default", new MemoryConfig().relevance(Relevance.semantic("b")))));
        assertThatIllegalArgumentException()
                .isThrownBy(two::world)
                .withMessage(
                        "2 semantic relevances in one world (expected one; give the same object"
                                + " to all kinds)");
    }
}
