/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.conversation;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.MindPlugin;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Measures the conversations of a crowd in virtual time; {@code main} prints the figures. */
final class ConversationTargets {
    private static final Duration FIRST_TOKEN = Duration.ofMillis(300);
    private static final Duration PER_TOKEN = Duration.ofMillis(100);
    private static final int TOKEN = 4; // characters: 40 a second
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "gather something")
            .action("rest", "sit down")
            .action("come", "come along")
            .build();

    /** What was measured. */
    record Figures(
            long talkerCalls,
            long executorCalls,
            long stepsDone,
            long longestWaitTicks,
            long promptsInConversation,
            long promptsWithOwnLines,
            long repeatedAnswers,
            long conversations) {
        double executorShare() {
            return (double) executorCalls / Math.max(1, talkerCalls + executorCalls);
        }

        @Override
        public String toString() {
            return String.format(
                    "talker calls %d, executor calls %d (%.0f %%), steps done %d, longest wait for an"
                            + " executor %.1f s, prompts in conversations %d of which %d show own lines"
                            + " where there are any, lines answered twice %d, conversations %d",
                    talkerCalls,
                    executorCalls,
                    100 * executorShare(),
                    stepsDone,
                    longestWaitTicks / 20.0,
                    promptsInConversation,
                    promptsWithOwnLines,
                    repeatedAnswers,
                    conversations);
        }
    }

    /** How long a player waits: in ticks, from the line to the first words and to the last. */
    @SuppressWarnings("ArrayRecordComponent") // figures that nobody compares
    record Waits(long[] firstWords, long[] wholeLine, long[] stepStart, int lost) {
        static long p95(long[] values) {
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
        }

        /** How much of the time an answer takes is saved by showing it while it grows, 0 to 1. */
        double ahead() {
            long sum = 0;
            long whole = 0;
            for (int i = 0; i < firstWords.length; i++) {
                sum += wholeLine[i] - firstWords[i];
                whole += wholeLine[i] - 6;
            }
            return (double) sum / whole;
        }
    }

    private ConversationTargets() {}

    /** A model that writes its answer at reading speed. */
    private static final class PacedProvider implements Provider {
        private final VirtualTime time;
        private final SplittableRandom random;
        private long lines;

        PacedProvider(VirtualTime time, long seed) {
            this.time = time;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            String answer = answer(call.prompt());
            boolean[] over = new boolean[1];
            time.after(FIRST_TOKEN, () -> write(answer, 0, sink, over));
            return () -> over[0] = true;
        }

        private void write(String answer, int from, AnswerSink sink, boolean[] over) {
            if (over[0]) {
                return;
            }
            int size =
                    from == 0 ? answer.indexOf(":\"") + 3 : TOKEN; // the first with a first letter
            int to = Math.min(answer.length(), from + Math.max(TOKEN, size));
            sink.text(answer.substring(from, to));
            if (to == answer.length()) {
                sink.complete(Usage.NONE);
            } else {
                time.after(PER_TOKEN, () -> write(answer, to, sink, over));
            }
        }

        private String answer(Prompt prompt) {
            if (prompt.text().contains("What do you say?")) {
                return "{\"speaking\":\"This is line " + ++lines
                        + ", said to whoever asked for it.\","
                        + "\"action\":"
                        + (prompt.text().contains("Come along!") ? "[{\"type\":\"come\"}]" : "[]")
                        + "}";
            }
            int steps = 2 + random.nextInt(3);
            StringBuilder plan = new StringBuilder("{\"action\":[");
            for (int i = 0; i < steps; i++) {
                plan.append(i == 0 ? "" : ",").append("{\"type\":\"gather\"}");
            }
            return plan.append("]}").toString();
        }
    }

    /** A world with a broker of four permits, or of many. */
    private static final class Crowd implements MindListener, ConversationListener {
        final VirtualTime time = new VirtualTime();
        final World world;
        final MindPlugin plugin;
        final List<Integer> agents = new ArrayList<>();
        final Map<Integer, Long> executorSince = new HashMap<>();
        final Map<Integer, Utterance> questions = new HashMap<>();
        final Set<String> answered = new HashSet<>();
        final Set<Integer> spokeIn = new HashSet<>();
        final Map<Integer, Long> firstWords = new HashMap<>();
        final Map<Integer, Long> lastWords = new HashMap<>();
        final Map<Integer, Long> stepped = new HashMap<>();
        long talker;
        long executor;
        long done;
        long longest;
        long prompts;
        long withOwn;
        long repeated;
        long began;

        Crowd(int size, int permits, long seed, boolean together) {
            Broker broker = new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("paced", "scripted")
                                    .withModels(ProviderSettings.ANY_MODEL)
                                    .withPermits(permits),
                            new PacedProvider(time, seed))
                    .ticker(time)
                    .seed(seed)
                    .build();
            plugin = new MindPlugin(broker, ACTIONS)
                    .runner("gather", (agent, step) -> busyFor(agent, 100))
                    .runner("rest", (agent, step) -> Progress.DONE)
                    .runner("come", (agent, step) -> Progress.DONE)
                    .listener(this)
                    .conversations(new ConversationConfig().listener(this));
            world = new World(new WorldConfigurationBuilder().with(plugin).build());
            world.setDelta(0.05f);
            for (int i = 0; i < size; i++) {
                agents.add(agent("Agent" + i));
            }
            for (int one : agents) {
                for (int other : together ? agents : List.<Integer>of()) {
                    if (one != other) {
                        world.getMapper(Senses.class).get(one).nearby.add(other);
                    }
                }
            }
        }

        private Progress busyFor(int agent, int ticks) {
            Behavior behavior = world.getMapper(Behavior.class).get(agent);
            return plugin.clock().tick() - behavior.since >= ticks
                    ? Progress.DONE
                    : Progress.RUNNING;
        }

        private int agent(String name) {
            int agent = world.create();
            for (Class<? extends Component> type : List.of(
                    Mind.class,
                    Needs.class,
                    Behavior.class,
                    BehaviorQueue.class,
                    Senses.class,
                    Conversation.class,
                    Memory.class,
                    Persona.class)) {
                world.getMapper(type).create(agent);
            }
            world.getMapper(Persona.class).get(agent).name = name;
            return agent;
        }

        void tick() {
            time.advance(Duration.ofMillis(50));
            world.process();
        }

        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String reason) {
            long now = plugin.clock().tick();
            if (layer == Layer.TALKER) {
                talker++;
                Conversation conversation = world.getMapper(Conversation.class).get(agent);
                if (conversation.transcript != null) {
                    prompts++;
                    long serial = world.getMapper(Mind.class).get(agent).serial;
                    boolean shown = conversation.transcript.lines.stream()
                            .anyMatch(line -> line.serial() == serial);
                    withOwn += shown || !spokeIn.contains(agent) ? 1 : 0;
                    noteQuestion(agent, conversation);
                }
            } else {
                executor++;
                longest = Math.max(longest, now - executorSince.getOrDefault(agent, 0L));
                executorSince.put(agent, now);
            }
        }

        /** Counts requests to answer a line that has been answered already, which is a fault. */
        private void noteQuestion(int agent, Conversation conversation) {
            questions.remove(agent);
            if (!conversation.owed.isEmpty()) {
                questions.put(agent, conversation.owed.get(0));
                repeated += answered.contains(agent + ": " + conversation.owed.get(0)) ? 1 : 0;
            }
        }

        @Override
        public void stepStarted(int agent, Step step) {
            if (step.type().equals("come")) {
                stepped.putIfAbsent(agent, plugin.clock().tick());
            }
        }

        @Override
        public void stepDone(int agent, Step step) {
            done++;
        }

        @Override
        public void began(Transcript conversation) {
            began++;
        }

        @Override
        public void ended(IntBag members, String reason) {
            for (int i = 0; i < members.size(); i++) {
                spokeIn.remove(members.get(i));
            }
        }

        @Override
        public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
            firstWords.putIfAbsent(agent, plugin.clock().tick());
        }

        @Override
        public void spoke(int agent, Utterance line) {
            if (line.number() > 0) { // in a conversation
                spokeIn.add(agent);
            }
            Utterance question = line.brokenOff() ? null : questions.remove(agent);
            repeated += question == null || answered.add(agent + ": " + question) ? 0 : 1;
            lastWords.putIfAbsent(agent, plugin.clock().tick());
        }
    }

    /** Agents near each other, with four permits and default settings. */
    static Figures crowd(long seed, int agents, Duration time) {
        Crowd crowd = new Crowd(agents, 4, seed, true);
        for (long tick = 0; tick < time.toMillis() / 50; tick++) {
            crowd.tick();
        }
        return new Figures(
                crowd.talker,
                crowd.executor,
                crowd.done,
                crowd.longest,
                crowd.prompts,
                crowd.withOwn,
                crowd.repeated,
                crowd.began);
    }

    /** A player who speaks to one after the other of 200 busy agents, permits free. */
    static Waits player(long seed, int lines) {
        Crowd crowd = new Crowd(200, 64, seed, false);
        for (int i = 0; i < 600; i++) {
            crowd.tick();
        }
        long[] first = new long[lines];
        long[] whole = new long[lines];
        long[] step = new long[lines];
        int lost = 0;
        for (int i = 0; i < lines; i++) {
            int agent = crowd.agents.get(i);
            long now = crowd.plugin.clock().tick();
            crowd.firstWords.clear();
            crowd.lastWords.clear();
            crowd.stepped.clear();
            crowd.plugin.conversations().say("Robin", agent, "Come along!");
            for (int tick = 0; tick < 200 && !crowd.stepped.containsKey(agent); tick++) {
                crowd.tick();
            }
            lost += crowd.lastWords.containsKey(agent) ? 0 : 1;
            first[i] = crowd.firstWords.getOrDefault(agent, now + 200) - now;
            whole[i] = crowd.lastWords.getOrDefault(agent, now + 200) - now;
            step[i] = crowd.stepped.getOrDefault(agent, now + 200)
                    - crowd.lastWords.getOrDefault(agent, now);
            crowd.plugin.conversations().leave("Robin");
        }
        return new Waits(first, whole, step, lost);
    }

    /** Prints the figures of a seed. */
    public static void main(String... arguments) {
        long seed = arguments.length == 0 ? 1 : Long.parseLong(arguments[0]);
        System.out.println("30 agents, 5 minutes: " + crowd(seed, 30, Duration.ofMinutes(5)));
        System.out.println("the same for 100 minutes: " + crowd(seed, 30, Duration.ofMinutes(100)));
        Waits waits = player(seed, 100);
        System.out.printf(
                "player among 200: first words p95 %d ms, whole line p95 %d ms, lost %d, words ahead of"
                        + " the whole answer by %.0f %% of its duration, step after its words p95 %d ticks%n",
                50 * Waits.p95(waits.firstWords()),
                50 * Waits.p95(waits.wholeLine()),
                waits.lost(),
                100 * waits.ahead(),
                Waits.p95(waits.stepStart()));
    }
}
