/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.village.sim.VillageListener;
import java.util.List;
import java.util.stream.Collectors;

/** Forwards everything to another listener and records it in the view's log. Game thread only. */
final class RecordingListener implements VillageListener {
    private final VillageListener other;
    private final ActivityLog lives;

    RecordingListener(VillageListener other, ActivityLog activityLog) {
        this.other = other;
        this.lives = activityLog;
    }

    @Override
    public void planMade(int agent, Layer layer, List<Step> steps) {
        other.planMade(agent, layer, steps);
        addPlan(agent, steps, "");
    }

    @Override
    public void habitFollowed(int agent, List<Step> steps) {
        other.habitFollowed(agent, steps);
        addPlan(agent, steps, "habit");
    }

    private void addPlan(int agent, List<Step> steps, String note) {
        String plan = steps.stream().map(Step::toString).collect(Collectors.joining(" → "));
        lives.addEntry(agent, "plans", plan, note);
    }

    @Override
    public void villagerSpoke(int agent, String to, String text) {
        other.villagerSpoke(agent, to, text);
        lives.recordSpeech(agent, to, text);
    }

    @Override
    public void reflexBegan(int agent, String behavior, String cause, String interrupted) {
        other.reflexBegan(agent, behavior, cause, interrupted);
        lives.recordReflex(agent);
        lives.addEntry(
                agent,
                "reflex",
                behavior.replace('_', ' ') + " (" + cause + "; was at "
                        + interrupted.replace('_', ' ') + ")",
                "");
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        other.stepFailed(agent, step, reason);
        lives.addEntry(agent, "fails", step + ": " + reason, "");
    }

    @Override
    public void eventAnnounced(String words) {
        other.eventAnnounced(words);
        lives.addEntry(-1, "news", words, "");
    }

    @Override
    public void requestFailed(String message) {
        other.requestFailed(message);
        lives.addEntry(-1, "news", "no answer: " + message, "");
    }

    @Override
    public void requestsRecovered(int failedInARow) {
        other.requestsRecovered(failedInARow);
        lives.addEntry(-1, "news", "answers again after " + failedInARow + " without one", "");
    }
}
