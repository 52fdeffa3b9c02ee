/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.scene2d;

import com.badlogic.gdx.scenes.scene2d.ui.Label;
import com.badlogic.gdx.scenes.scene2d.ui.Skin;
import dev.triune.AgentInspection;
import dev.triune.system.LLMSchedulerSystem;

// [sample]
final class MindOverlay extends Label { // add it to your Stage
    private final LLMSchedulerSystem scheduler;
    private final int agent;

    MindOverlay(LLMSchedulerSystem scheduler, int agent, Skin skin) {
        super("", skin);
        this.scheduler = scheduler;
        this.agent = agent;
        scheduler.record(agent, true); // keeps its prompts and answers from now on
    }

    @Override
    public void act(float delta) {
        super.act(delta);
        setText(describe(scheduler.inspect(agent)));
    }

    static String describe(AgentInspection mind) {
        StringBuilder text = new StringBuilder(mind.name() + ": " + mind.doing());
        text.append("\n")
                .append(mind.choice().layer())
                .append(", ")
                .append(mind.choice().reason());
        mind.plan()
                .forEach(step ->
                        text.append("\n- ").append(step.step()).append(' ').append(step.state()));
        mind.dropped()
                .forEach(what ->
                        text.append("\nx ").append(what.what()).append(": ").append(what.reason()));
        mind.exchanges().forEach(exchange -> text.append("\n").append(exchange.answer()));
        return text.append("\n")
                .append(mind.counts().usage().total())
                .append(" tokens")
                .toString();
    }
}
// [end]
