/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import dev.triune.plan.Step;
import dev.triune.village.sim.Narrator;
import java.util.List;
import java.util.stream.Collectors;

/** Tells another narrator and the view's own log of everything. Game thread only. */
final class News implements Narrator {
    private final Narrator other;
    private final Lives lives;

    News(Narrator other, Lives lives) {
        this.other = other;
        this.lives = lives;
    }

    @Override
    public void plans(int agent, Layer layer, List<Step> steps) {
        other.plans(agent, layer, steps);
        lives.entry(
                agent,
                "plans",
                steps.stream().map(Step::toString).collect(Collectors.joining(" → ")),
                "");
    }

    @Override
    public void says(int agent, String to, String text) {
        other.says(agent, to, text);
        lives.says(agent, to, text);
    }

    @Override
    public void reflex(int agent, String behavior, String cause, String interrupted) {
        other.reflex(agent, behavior, cause, interrupted);
        lives.reflex(agent);
        lives.entry(
                agent,
                "reflex",
                behavior.replace('_', ' ') + " (" + cause + "; was at "
                        + interrupted.replace('_', ' ') + ")",
                "");
    }

    @Override
    public void fails(int agent, Step step, String reason) {
        other.fails(agent, step, reason);
        lives.entry(agent, "fails", step + ": " + reason, "");
    }

    @Override
    public void happens(String words) {
        other.happens(words);
        lives.entry(-1, "news", words, "");
    }

    @Override
    public void noAnswer(String message) {
        other.noAnswer(message);
        lives.entry(-1, "news", "no answer: " + message, "");
    }

    @Override
    public void answersAgain(int failedInARow) {
        other.answersAgain(failedInARow);
        lives.entry(-1, "news", "answers again after " + failedInARow + " without one", "");
    }
}
