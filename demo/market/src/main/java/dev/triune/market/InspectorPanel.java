/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.scenes.scene2d.ui.Label;
import com.badlogic.gdx.scenes.scene2d.ui.Table;
import com.badlogic.gdx.scenes.scene2d.utils.Drawable;
import dev.triune.AgentInspection;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.system.LLMSchedulerSystem;

/** Shows what goes on in the nearest mind: one call to the scheduler returns all of it. */
final class InspectorPanel extends Table {
    private static final float FAR = 100; // metres
    private static final int LONGEST = 160; // characters of a line

    private final Label text;
    private final StringBuilder lines = new StringBuilder();

    InspectorPanel(Label.LabelStyle style, Drawable background) {
        text = new Label("", style);
        text.setWrap(true);
        setBackground(background);
        add(text).width(320).pad(10, 12, 10, 12);
        setVisible(false);
    }

    void show(MarketWorld market) {
        int agent = market.directory.nearestPerson(market.directory.you(), FAR);
        if (agent < 0) {
            return;
        }
        LLMSchedulerSystem scheduler = market.world.getSystem(LLMSchedulerSystem.class);
        scheduler.record(agent, true); // from now on it keeps the last prompt and answer
        AgentInspection mind = scheduler.inspect(agent);
        lines.setLength(0);
        lines.append(mind.name()).append(". ");
        lines.append(market.world.getMapper(Persona.class).get(agent).description);
        line("doing", mind.doing().replace('_', ' '));
        line(
                "thinks with",
                mind.choice().layer().label() + " because: " + mind.choice().reason());
        AgentInspection.PendingRequest pending = mind.pending();
        line(
                "request",
                pending == null ? "none" : pending.inFlight() ? "being answered" : "waiting");
        lines.append("\n\nplan");
        for (AgentInspection.StepState step : mind.plan()) {
            String sign = step.state() == QueuedStep.State.CURRENT ? "\n  > " : "\n  - ";
            lines.append(sign).append(step.step()).append(' ').append(step.reason());
        }
        lines.append("\n\nremembers");
        mind.memories().stream().limit(4).forEach(memory -> line("  -", memory.text()));
        mind.relations().stream()
                .limit(4)
                .forEach(other ->
                        line("  -", other.name() + " " + Math.round(other.liking() * 100)));
        mind.exchanges()
                .forEach(exchange ->
                        line("\nlast answer, " + exchange.layer().label(), exchange.answer()));
        text.setText(lines);
    }

    private void line(String label, String value) {
        String shown = value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "...";
        lines.append('\n')
                .append(label)
                .append(label.endsWith("-") ? " " : ": ")
                .append(shown);
    }
}
