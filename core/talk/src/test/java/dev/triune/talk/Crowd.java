/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Broker;
import dev.triune.llm.Ticket;
import dev.triune.system.MindPlugin;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A world of agents who talk and work, and what happens in it. */
final class Crowd implements MindListener, ConversationListener {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("gather", "gather something")
            .action("rest", "sit down")
            .action("come", "come along")
            .build();

    private final Runnable nextTick;
    final World world;
    final MindPlugin plugin;
    final Conversations talk;
    final List<Integer> agents = new ArrayList<>();
    final Map<Integer, Long> executorSince = new HashMap<>();
    final Map<Integer, Utterance> questions = new HashMap<>();
    final Set<String> answered = new HashSet<>();
    final Set<Integer> spokeIn = new HashSet<>();
    final Map<Integer, Long> firstWords = new HashMap<>();
    final Map<Integer, Long> lastWords = new HashMap<>();
    final Map<Integer, Long> stepped = new HashMap<>();
    final Map<AnswerStatus, Integer> answers = new EnumMap<>(AnswerStatus.class);
    long talker;
    long executor;
    long done;
    long longest;
    long prompts;
    long withOwn;
    long repeated;
    long began;

    /**
     * Creates the agents.
     *
     * @param nextTick waits for the time of the next tick
     * @param together whether all are near each other
     */
    Crowd(Broker broker, Runnable nextTick, int size, boolean together) {
        this.nextTick = nextTick;
        talk = new Conversations(new ConversationConfig().listener(this));
        plugin = new MindPlugin(broker, ACTIONS)
                .runner("gather", (agent, step) -> busyFor(agent, 100))
                .runner("rest", (agent, step) -> Progress.DONE)
                .runner("come", (agent, step) -> Progress.DONE)
                .listener(this)
                .with(talk);
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
        return plugin.clock().tick() - behavior.since >= ticks ? Progress.DONE : Progress.RUNNING;
    }

    private int agent(String name) {
        int agent = TestWorld.agentIn(world, Memory.class);
        world.getMapper(Persona.class).get(agent).name = name;
        return agent;
    }

    void tick() {
        nextTick.run();
        world.process();
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        long now = plugin.clock().tick();
        if (layer == Layer.TALKER) {
            talker++;
            TalkState conversation = world.getMapper(TalkState.class).get(agent);
            if (conversation != null && conversation.transcript != null) {
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
    private void noteQuestion(int agent, TalkState conversation) {
        questions.remove(agent);
        if (!conversation.owed.isEmpty()) {
            questions.put(agent, conversation.owed.get(0));
            repeated += answered.contains(agent + ": " + conversation.owed.get(0)) ? 1 : 0;
        }
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus status) {
        answers.merge(status, 1, Integer::sum);
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
