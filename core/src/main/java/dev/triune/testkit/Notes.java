/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.apply.AnswerEnd;
import dev.triune.apply.DecisionListener;
import dev.triune.behavior.BehaviorListener;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.plan.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * What happened to the agents of a test; of each kind and agent the last {@value #LIMIT} are kept.
 * Hands every decision on to the listener of the game. Game thread only.
 */
final class Notes implements DecisionListener, BehaviorListener {
    /** The most of a kind that are kept for an agent. */
    static final int LIMIT = 1_000;

    /** By entity id; looked up, never walked through. */
    final Map<Integer, List<String>> prompts = new HashMap<>();

    final Map<Integer, List<String>> said = new HashMap<>();
    final Map<Integer, List<String>> refusals = new HashMap<>();
    final Map<Integer, List<Step>> done = new HashMap<>();

    private final DecisionListener game;
    private final IntConsumer asked;

    /** Tells who asked, and hands decisions on. */
    Notes(DecisionListener game, IntConsumer asked) {
        this.game = game;
        this.asked = asked;
    }

    /** What was noted of an agent, the oldest first. */
    static <T> List<T> of(Map<Integer, List<T>> notes, int agent) {
        return List.copyOf(notes.getOrDefault(agent, List.of()));
    }

    void prompt(int agent, String text) {
        add(prompts, agent, text);
    }

    private static <T> void add(Map<Integer, List<T>> notes, int agent, T note) {
        List<T> list = notes.computeIfAbsent(agent, id -> new ArrayList<>());
        if (list.size() == LIMIT) {
            list.remove(0);
        }
        list.add(note);
    }

    @Override
    public void stepDone(int agent, Step step) {
        add(done, agent, step);
    }

    @Override
    public void asked(int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        asked.accept(agent);
        game.asked(agent, layer, ticket, urgency, reason);
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        add(said, agent, text);
        game.spoke(agent, layer, text);
    }

    @Override
    public void stepRefused(int agent, Layer layer, String type, String reason) {
        add(refusals, agent, type + ": " + reason);
        game.stepRefused(agent, layer, type, reason);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        game.stepQueued(agent, layer, ticket, step, place);
    }

    @Override
    public void stepMended(int agent, Layer layer, Step step, String mended) {
        game.stepMended(agent, layer, step, mended);
    }

    @Override
    public void fellBack(int agent, int steps) {
        game.fellBack(agent, steps);
    }

    @Override
    public void answered(int agent, Layer layer, Ticket ticket, AnswerEnd end) {
        game.answered(agent, layer, ticket, end);
    }

    @Override
    public void unasked(int agent, Layer layer, String key) {
        game.unasked(agent, layer, key);
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        game.thought(agent, layer, text);
    }

    @Override
    public void aimed(int agent, String description) {
        game.aimed(agent, description);
    }

    @Override
    public void ended(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        game.ended(agent, layer, ticket, outcome);
    }
}
