/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last {@value #LIMIT} events of each sort and agent. Game thread only. */
final class AgentRecorder implements MindListener {
    /** The maximum number of events of each sort for an agent. */
    static final int LIMIT = 1_000;

    /** By entity id; never iterated. */
    final Map<Integer, List<String>> prompts = new HashMap<>();

    final Map<Integer, List<String>> said = new HashMap<>();
    final Map<Integer, List<String>> refusals = new HashMap<>();
    final Map<Integer, List<Step>> done = new HashMap<>();

    final Map<Integer, List<String>> unreadable = new HashMap<>();

    /** The first failure to render a prompt that has not been reported yet. */
    private @Nullable IllegalStateException failure;

    /** Returns the events of an agent, the oldest first. */
    static <T> List<T> of(Map<Integer, List<T>> notes, int agent) {
        return List.copyOf(notes.getOrDefault(agent, List.of()));
    }

    void prompt(int agent, String text) {
        add(prompts, agent, text);
    }

    void unreadable(int agent, String reason) {
        add(unreadable, agent, reason);
    }

    void promptFailed(int agent, RuntimeException cause) {
        if (failure == null) {
            failure = new IllegalStateException(
                    "the prompt of agent " + agent + " could not be written: " + cause, cause);
        }
    }

    /** Throws {@link IllegalStateException}, once, if a prompt could not be rendered. */
    void throwFailure() {
        IllegalStateException found = failure;
        failure = null;
        if (found != null) {
            throw found;
        }
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
    public void spoke(int agent, Layer layer, String text) {
        add(said, agent, text);
    }

    @Override
    public void spokeWithoutModel(int agent, String text) {
        add(said, agent, text);
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        add(refusals, agent, step.type() + ": " + step.reason());
    }
}
