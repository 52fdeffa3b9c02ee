/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.scenes.scene2d.InputEvent;
import com.badlogic.gdx.scenes.scene2d.InputListener;
import com.badlogic.gdx.scenes.scene2d.Stage;
import com.badlogic.gdx.scenes.scene2d.actions.Actions;
import com.badlogic.gdx.scenes.scene2d.ui.Label;
import com.badlogic.gdx.scenes.scene2d.ui.Skin;
import com.badlogic.gdx.scenes.scene2d.ui.Table;
import com.badlogic.gdx.scenes.scene2d.ui.TextField;
import com.badlogic.gdx.utils.viewport.FitViewport;
import dev.triune.AgentInspection;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.Silence;
import dev.triune.talk.Utterance;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** The overlay: the line that the player types, hints, and the inspector of F1. */
final class Hud extends Stage {
    private static final String KEYS =
            "WASD walk  E talk  F1 inspect  F2 words  F3 report  F4 forget me  F5 save  F9 load";

    private final Label clock;
    private final Label hint;
    final Label inspector;
    private final TextField input;
    private Consumer<String> onSay = text -> {};
    private Runnable onType = () -> {};

    Hud(Skin skin) {
        super(new FitViewport(MarketScreen.WIDTH, MarketScreen.HEIGHT));
        clock = new Label("", skin);
        hint = new Label(KEYS, skin);
        inspector = new Label("", skin, "inspector");
        inspector.setWrap(true);
        inspector.setVisible(false);
        input = new TextField("", skin);
        input.setMaxLength(200);
        input.setVisible(false);
        input.addListener(new InputListener() {
            @Override
            public boolean keyDown(InputEvent event, int key) {
                boolean said = key == Keys.ENTER || key == Keys.NUMPAD_ENTER;
                if (said && !input.getText().isBlank()) {
                    onSay.accept(input.getText().strip());
                }
                if (said || key == Keys.ESCAPE) {
                    input.setVisible(false);
                    setKeyboardFocus(null);
                    hint.setText(KEYS);
                }
                return true;
            }

            @Override
            public boolean keyTyped(InputEvent event, char letter) {
                onType.run();
                return true;
            }
        });
        Table rows = new Table();
        rows.setFillParent(true);
        rows.pad(12).add(clock).top().left();
        rows.add(inspector).width(344).expand().top().right().row();
        rows.add(input).width(540).colspan(2).row();
        rows.add(hint).colspan(2).padTop(8);
        addActor(rows);
    }

    /** Opens the input line, which then receives the keys. */
    void openInput(String name, Consumer<String> whenSaid, Runnable whenTyped) {
        hint.clearActions();
        hint.setText("To " + name + ". Enter says it, after /w in a whisper; Escape does not.");
        onSay = whenSaid;
        onType = whenTyped;
        input.setText("");
        input.setVisible(true);
        setKeyboardFocus(input);
    }

    /** Shows a message for a few seconds in place of the help. */
    void tell(String message) {
        hint.clearActions();
        hint.setText(message);
        hint.addAction(Actions.delay(4, Actions.run(() -> hint.setText(KEYS))));
    }

    void update(MarketWorld market, float delta, long longestTick) {
        int frames = Gdx.graphics.getFramesPerSecond();
        String beware = market.night.isNight() ? "  beware of wolves" : "";
        clock.setText("%s%s   %d fps, longest tick %.1f ms"
                .formatted(market.night.time(), beware, frames, longestTick / 1e6));
        int nearest = market.square.nearest(MarketWorld.WIDTH);
        if (inspector.isVisible() && nearest >= 0) {
            LLMSchedulerSystem scheduler = market.world.getSystem(LLMSchedulerSystem.class);
            scheduler.record(nearest, true); // keeps the last prompt and answer
            Persona persona = market.world.getMapper(Persona.class).get(nearest);
            inspector.setText(describe(scheduler.inspect(nearest), persona.description)
                    + describe(market, nearest));
        }
        if (market.bubbles.notice) {
            market.bubbles.notice = false;
            tell("Some people here speak in the words of a model. F3 reports a line.");
        }
        act(delta);
    }

    /** Returns where the last line of a person comes from, and why it gave no answer. */
    private static String describe(MarketWorld market, int person) {
        Utterance last = market.bubbles.last;
        String source = "";
        if (last != null && last.speaker().equals(market.square.named(person).name)) {
            source = "\nsays: " + last.origin() + " " + last.model();
        }
        Silence why = market.talk.whySilent(person);
        return source + (why.isSilent() ? "\nsilent: " + why : "");
    }

    private static String describe(AgentInspection mind, String persona) {
        StringJoiner lines = new StringJoiner("\n").add(mind.persona().name() + ": " + persona);
        lines.add("does: " + mind.life().doing().replace('_', ' '));
        AgentInspection.DecisionState decision = mind.decision();
        lines.add(decision.choice().layer().label() + ": " + decision.choice().reason());
        AgentInspection.RequestState pending = decision.pending();
        lines.add("request: "
                + (pending == null ? "none" : pending.inFlight() ? "being answered" : "waiting"));
        lines.add("\nplan");
        for (AgentInspection.StepState step : mind.plan().steps()) {
            String sign = step.state() == QueuedStep.State.CURRENT ? "  > " : "  - ";
            lines.add(sign + step.step() + " " + step.reason());
        }
        lines.add("\nremembers" + (mind.memory().episodes().isEmpty() ? ": nothing yet" : ""));
        mind.memory().episodes().stream().limit(4).forEach(each -> lines.add("  - " + each.text()));
        mind.memory().relations().stream()
                .limit(4)
                .forEach(each -> lines.add("  - %s %.2f".formatted(each.name(), each.liking())));
        mind.history()
                .exchanges()
                .forEach(each ->
                        lines.add("\n%s: %.160s".formatted(each.layer().label(), each.answer())));
        return lines.toString();
    }
}
