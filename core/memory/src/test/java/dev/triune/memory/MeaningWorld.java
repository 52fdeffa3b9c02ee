/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.MemoryRetriever.Cue;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.system.MindPlugin;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A world with semantic recall, one agent, and a model of embeddings whose words mean what the test says:
 * words of one meaning have one direction, all others one each. Virtual time.
 */
final class MeaningWorld {
    private static final int DIMENSIONS = 256;

    final VirtualTime time = new VirtualTime();
    final Meanings meanings;
    final List<String> prompts = new ArrayList<>();
    final SemanticRelevance relevance = (SemanticRelevance) Relevance.semantic("meanings");
    final Broker broker;
    final World world;
    final MindPlugin plugin;
    final MemoryRetriever retriever;
    final int agent;
    final Memory memory;

    MeaningWorld(Map<String, String> meaningOfWords, Duration latency) {
        meanings = new Meanings(time, meaningOfWords, latency);
        broker = new BrokerBuilder()
                .ticker(time)
                .provider(ProviderSettings.of("chat", "talker"), (call, sink) -> {
                    prompts.add(call.prompt().text());
                    sink.text("{\"action\":[{\"type\":\"rest\"}]}");
                    sink.complete(Usage.NONE);
                    return () -> {};
                })
                .provider(ProviderSettings.of("local", "meanings"), meanings)
                .defaultModel("talker")
                .build();
        plugin = new MindPlugin(
                        broker,
                        ActionCatalog.builder().action("rest", "sit down").build())
                .with(new Memories(new MemoryConfig().relevance(relevance)))
                .runner("rest", (id, step) -> Progress.DONE);
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(plugin)
                .build());
        retriever = plugin.kinds().get(0).config().memoryRetriever();
        agent = world.create();
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Behavior.class);
        world.edit(agent).create(BehaviorQueue.class);
        world.edit(agent).create(Senses.class);
        world.edit(agent).create(Persona.class).name = "Mira";
        memory = world.edit(agent).create(Memory.class);
    }

    /** Keeps the agent from asking, so that only recall is tested. */
    MeaningWorld withoutThoughts() {
        world.getMapper(Mind.class).get(agent).usesModel = false;
        return this;
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            time.advance(Duration.ofMillis(50));
            world.process();
        }
    }

    /** Lets the agent think of nothing in particular until all its episodes have embeddings. */
    void learn() {
        Cue nothing = new Cue(List.of(), List.of(), 0);
        for (int i = 0; i < memory.episodes.size() / 8 + 8; i++) {
            retriever.retrieve(agent, nothing);
            ticks(4);
        }
        retriever.retrieve(agent, nothing);
    }

    /** Recalls by a cue after the time that a request waits for it. */
    List<String> recall(Cue cue) {
        if (!retriever.prepare(agent, () -> cue).isZero()) {
            ticks(3);
        }
        return retriever.retrieve(agent, cue).stream()
                .map(RetrievedMemory::text)
                .toList();
    }

    /** A model of embeddings of our own making. */
    static final class Meanings implements Provider {
        private final Map<String, String> meaningOfWords;
        private final Duration latency;
        private final Map<String, float[]> directions = new TreeMap<>();
        private final VirtualTime time;
        int calls;
        int texts;
        String form = "openai";
        boolean works = true;

        Meanings(VirtualTime time, Map<String, String> meaningOfWords, Duration latency) {
            this.time = time;
            this.meaningOfWords = meaningOfWords;
            this.latency = latency;
        }

        @Override
        public boolean hasEmbeddings() {
            return true;
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            calls++;
            texts += call.prompt().messages().size();
            return time.after(latency, () -> answer(call, sink))::cancel;
        }

        private void answer(ModelCall call, AnswerSink sink) {
            if (!works) {
                sink.fail(new CallFailure.Failed(FailureCode.PROVIDER_ERROR, "no room"));
                return;
            }
            sink.text(call.prompt().messages().stream()
                    .map(Message::text)
                    .map(this::written)
                    .collect(Collectors.joining(",", "[", "]")));
            sink.complete(Usage.NONE);
        }

        private String written(String text) {
            float[] numbers = embed(text);
            StringBuilder list = new StringBuilder("[");
            for (float number : numbers) {
                list.append(list.length() == 1 ? "" : ",").append(number);
            }
            list.append(']');
            return switch (form) {
                case "ollama" -> list.toString();
                case "base64" -> "{\"index\":0,\"embedding\":\"" + base64(numbers) + "\"}";
                default -> "{\"index\":0,\"embedding\":" + list + "}";
            };
        }

        private static String base64(float[] numbers) {
            ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Float.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (float number : numbers) {
                bytes.putFloat(number);
            }
            return Base64.getEncoder().encodeToString(bytes.array());
        }

        float[] embed(String text) {
            float[] sum = new float[DIMENSIONS];
            for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z]+", -1)) {
                String meaning = meaningOfWords.getOrDefault(word, word);
                float weight = meaning.length() < 4 ? 0.1f : 1; // articles say little
                float[] direction = directions.computeIfAbsent(meaning, Meanings::direction);
                for (int i = 0; i < DIMENSIONS; i++) {
                    sum[i] += weight * direction[i];
                }
            }
            float[] noise = direction(text);
            for (int i = 0; i < DIMENSIONS; i++) {
                sum[i] += 0.5f * noise[i];
            }
            return sum;
        }

        private static float[] direction(String of) {
            SplittableRandom random = new SplittableRandom(of.hashCode());
            float[] direction = new float[DIMENSIONS];
            for (int i = 0; i < DIMENSIONS; i++) {
                direction[i] = (float) (random.nextDouble() * 2 - 1);
            }
            return direction;
        }
    }
}
