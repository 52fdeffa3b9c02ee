/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.scenes.scene2d.InputEvent;
import com.badlogic.gdx.scenes.scene2d.InputListener;
import com.badlogic.gdx.scenes.scene2d.Stage;
import com.badlogic.gdx.scenes.scene2d.ui.Label;
import com.badlogic.gdx.scenes.scene2d.ui.Table;
import com.badlogic.gdx.scenes.scene2d.ui.TextField;
import com.badlogic.gdx.scenes.scene2d.utils.Drawable;
import com.badlogic.gdx.scenes.scene2d.utils.TextureRegionDrawable;
import com.badlogic.gdx.utils.Disposable;
import com.badlogic.gdx.utils.viewport.Viewport;
import java.util.Locale;
import java.util.function.Consumer;

/** What lies over the picture: the line that the player types, hints, and the inspector of F1. */
final class Hud implements Disposable {
    private static final String KEYS = "WASD walk    E talk    F1 inspect    F5 save    F9 load";
    private static final float TOLD_SECONDS = 4;

    private final Stage stage;
    private final Texture white;
    private final Label clock;
    private final Label hint;
    private final Label to;
    private final TextField input;
    private final Table inputRow = new Table();
    private final InspectorPanel inspector;
    private float told;

    Hud(Viewport viewport, SpriteBatch batch, BitmapFont font, Consumer<String> onSay) {
        stage = new Stage(viewport, batch);
        Pixmap dot = new Pixmap(1, 1, Pixmap.Format.RGBA8888);
        dot.setColor(Color.WHITE);
        dot.fill();
        white = new Texture(dot);
        dot.dispose();
        TextureRegionDrawable plain = new TextureRegionDrawable(white);
        Drawable panel = plain.tint(new Color(0.08f, 0.08f, 0.12f, 0.82f));
        Label.LabelStyle light = new Label.LabelStyle(font, Color.WHITE);
        clock = new Label("", light);
        hint = new Label(KEYS, light);
        to = new Label("", new Label.LabelStyle(font, Color.GOLD));
        Drawable cursor = plain.tint(Color.GOLD);
        cursor.setMinWidth(2);
        input = new TextField(
                "",
                new TextField.TextFieldStyle(
                        font,
                        Color.WHITE,
                        cursor,
                        plain.tint(new Color(0.3f, 0.4f, 0.6f, 1)),
                        null));
        input.setMaxLength(200);
        input.addListener(enterAndEscape(onSay));
        inspector = new InspectorPanel(light, panel);
        layOut(panel);
    }

    private void layOut(Drawable panel) {
        Table top = new Table();
        top.setFillParent(true);
        top.top().left().pad(12);
        top.add(padded(clock, panel)).left().expandX().top();
        top.add(inspector).width(330).top().right();
        stage.addActor(top);
        inputRow.setBackground(panel);
        inputRow.add(to).pad(8, 14, 8, 8);
        inputRow.add(input).width(520).pad(8, 0, 8, 14);
        inputRow.setVisible(false);
        Table bottom = new Table();
        bottom.setFillParent(true);
        bottom.bottom().pad(12);
        bottom.add(inputRow).row();
        bottom.add(padded(hint, panel)).padTop(8);
        stage.addActor(bottom);
    }

    private static Table padded(Label label, Drawable panel) {
        Table box = new Table();
        box.setBackground(panel);
        box.add(label).pad(6, 12, 6, 12);
        return box;
    }

    private InputListener enterAndEscape(Consumer<String> onSay) {
        return new InputListener() {
            @Override
            public boolean keyDown(InputEvent event, int key) {
                boolean said = key == Keys.ENTER || key == Keys.NUMPAD_ENTER;
                if (said || key == Keys.ESCAPE) {
                    String text = input.getText().strip();
                    closeInput();
                    if (said && !text.isEmpty()) {
                        onSay.accept(text);
                    }
                }
                return true;
            }
        };
    }

    Stage stage() {
        return stage;
    }

    /** Lets the player type a line; the stage then takes the keys. */
    void openInput(String name) {
        to.setText("To " + name + ":");
        input.setText("");
        inputRow.setVisible(true);
        stage.setKeyboardFocus(input);
    }

    private void closeInput() {
        inputRow.setVisible(false);
        stage.setKeyboardFocus(null);
    }

    void toggleInspector() {
        inspector.setVisible(!inspector.isVisible());
    }

    /** Shows a message for a few seconds in place of the keys. */
    void tell(String message) {
        hint.setText(message);
        told = TOLD_SECONDS;
    }

    void update(MarketWorld market, float delta, long longestTick) {
        told -= delta;
        if (told <= 0 && told + delta > 0) {
            hint.setText(KEYS);
        }
        float hour = market.night.hour();
        clock.setText(String.format(
                Locale.ROOT,
                "%02d:%02d%s   %d fps, longest tick %.1f ms",
                (int) hour,
                (int) (hour % 1 * 60),
                market.night.isNight() ? "  beware of wolves" : "",
                Gdx.graphics.getFramesPerSecond(),
                longestTick / 1e6));
        if (inspector.isVisible()) {
            inspector.show(market);
        }
        stage.act(delta);
    }

    void draw() {
        stage.draw();
    }

    @Override
    public void dispose() {
        stage.dispose();
        white.dispose();
    }
}
