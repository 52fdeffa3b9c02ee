/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.ScreenAdapter;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Texture.TextureFilter;
import com.badlogic.gdx.scenes.scene2d.InputEvent;
import com.badlogic.gdx.scenes.scene2d.InputListener;
import com.badlogic.gdx.scenes.scene2d.ui.Skin;
import com.badlogic.gdx.utils.ScreenUtils;
import dev.triune.llm.Broker;
import dev.triune.system.MindSave.InvalidSaveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The game loop: input, tick, drawing; also saving and loading. */
final class MarketScreen extends ScreenAdapter {
    static final int WIDTH = 1280; // pixels; other window sizes scale the picture
    static final int HEIGHT = 720;

    private final Supplier<Broker> brokers;
    private final Path file;
    private final Skin skin = new MarketSkin();
    private final Hud hud = new Hud(skin);
    private final MarketPainter painter = new MarketPainter(hud.getBatch(), skin);
    private final BubblePainter bubbles = new BubblePainter(painter);
    MarketWorld market; // loading replaces it
    long longestTick; // nanoseconds

    MarketScreen(Supplier<Broker> brokers, String player, float hour, Path file) {
        this.brokers = brokers;
        this.file = file;
        market = MarketWorld.create(brokers.get(), player, hour);
        Gdx.input.setInputProcessor(hud);
        hud.addListener(new InputListener() {
            @Override
            public boolean keyDown(InputEvent event, int key) {
                switch (hud.getKeyboardFocus() == null ? key : Keys.UNKNOWN) { // while typing, none
                    case Keys.F1 -> hud.inspector.setVisible(!hud.inspector.isVisible());
                    case Keys.F2 -> hud.tell("Nobody here says: " + MarketSpeech.words());
                    case Keys.F3 -> report();
                    case Keys.F4 -> {
                        market.forgetPlayer();
                        hud.tell("Nobody here knows you any more.");
                    }
                    case Keys.F5 -> save();
                    case Keys.F9 -> load();
                    default -> {}
                }
                return true;
            }

            @Override
            public boolean keyTyped(InputEvent event, char letter) {
                if (Character.toLowerCase(letter) == 'e' && hud.getKeyboardFocus() == null) {
                    talk(); // at once, so that the line gets the next letters
                }
                return true;
            }
        });
    }

    @Override
    public void render(float delta) {
        if (hud.getKeyboardFocus() == null) { // otherwise the player types
            market.square.addressee = -1;
            market.walkPlayer(
                    axis(Keys.D, Keys.RIGHT) - axis(Keys.A, Keys.LEFT),
                    axis(Keys.W, Keys.UP) - axis(Keys.S, Keys.DOWN));
        }
        long before = System.nanoTime();
        market.process(delta);
        longestTick = Math.max(longestTick, System.nanoTime() - before);
        hud.update(market, delta, longestTick);
        if (market.night.daylight() < 1) {
            painter.paintLight(market);
        }
        hud.getViewport().apply(); // the light map has another size
        ScreenUtils.clear(Color.BLACK);
        painter.draw(market);
        bubbles.draw(market);
        hud.draw();
    }

    private static int axis(int letter, int arrow) {
        return Gdx.input.isKeyPressed(letter) || Gdx.input.isKeyPressed(arrow) ? 1 : 0;
    }

    private void talk() {
        int listener = market.square.nearest(MarketWorld.EARSHOT);
        if (listener < 0) {
            hud.tell("Nobody is near enough to hear you.");
        } else {
            market.square.addressee = listener;
            hud.openInput(
                    market.square.named(listener).name,
                    text -> market.say(listener, text),
                    () -> market.typing(listener));
        }
    }

    /** Appends the last line, with where it comes from, to a file beside the save. */
    private void report() {
        Path reports = file.resolveSibling(file.getFileName() + ".reports");
        String report = market.report();
        try {
            if (!report.isEmpty()) {
                Files.writeString(reports, report + "\n\n", CREATE, APPEND);
            }
            hud.tell(report.isEmpty() ? "Nobody has spoken." : "Reported in " + reports);
        } catch (IOException e) {
            hud.tell("Cannot report: " + e);
        }
    }

    private void save() {
        ByteArrayOutputStream save = new ByteArrayOutputStream();
        Path draft = file.resolveSibling(file.getFileName() + ".tmp"); // keeps the last save whole
        try {
            market.save(save);
            Files.move(Files.write(draft, save.toByteArray()), file, REPLACE_EXISTING);
            hud.tell("Saved to " + file);
        } catch (IOException e) {
            hud.tell("Cannot save: " + e);
        }
    }

    /** Loads the save into a new world; if that fails, the old one continues. */
    private void load() {
        Broker broker = brokers.get();
        try (InputStream in = Files.newInputStream(file)) {
            MarketWorld loaded = MarketWorld.load(broker, in);
            market.close();
            market = loaded;
            hud.tell("Loaded " + file);
        } catch (IOException | InvalidSaveException e) {
            broker.close();
            hud.tell("Cannot load: " + e.getMessage());
        }
    }

    @Override
    public void resize(int width, int height) {
        hud.getViewport().update(width, height, true);
        boolean exact = hud.getViewport().getScreenWidth() == WIDTH; // the cheaper filter will do
        TextureFilter filter = exact ? TextureFilter.Nearest : TextureFilter.Linear;
        skin.getRegion("ground").getTexture().setFilter(filter, filter);
    }

    @Override
    public void hide() { // the only screen: the game ends
        market.close();
        painter.light.dispose();
        hud.dispose();
        skin.dispose();
    }
}
