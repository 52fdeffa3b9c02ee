/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.InputMultiplexer;
import com.badlogic.gdx.ScreenAdapter;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.utils.ScreenUtils;
import com.badlogic.gdx.utils.viewport.FitViewport;
import dev.triune.InvalidSaveException;
import dev.triune.llm.Broker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The loop of the game: a tick, then a picture. Saving and loading, too. */
final class MarketScreen extends ScreenAdapter implements PlayerKeys.Commands {
    /** The size of the picture in pixels; windows of other sizes scale it. */
    static final int WIDTH = 1280;

    static final int HEIGHT = 720;

    /** Pixels per metre. */
    static final float SCALE = WIDTH / MarketWorld.WIDTH;

    private final Supplier<Broker> brokers;
    private final String player;
    private final Path file;
    private final FitViewport viewport = new FitViewport(WIDTH, HEIGHT);
    private final SpriteBatch batch = new SpriteBatch();
    private final ShapeRenderer shapes = new ShapeRenderer();
    private final BitmapFont font = Fonts.plain();
    private final GroundPainter ground = new GroundPainter(shapes);
    private final FigurePainter figures = new FigurePainter(shapes, batch, font);
    private final NightLight light = new NightLight(shapes);
    private final BubblePainter bubbles = new BubblePainter(shapes, font);
    private final Hud hud = new Hud(viewport, batch, font, this::say);
    private final PlayerKeys keys = new PlayerKeys(this);
    private MarketWorld market;
    private int listener = -1;
    private long longestTick; // nanoseconds

    MarketScreen(Supplier<Broker> brokers, String player, float hour, Path file) {
        this.brokers = brokers;
        this.player = player;
        this.file = file;
        market = MarketWorld.create(brokers.get(), player, hour);
        Gdx.input.setInputProcessor(new InputMultiplexer(hud.stage(), keys));
    }

    /** Returns the world that is being played; loading replaces it. */
    MarketWorld market() {
        return market;
    }

    /** Returns the longest tick so far, in nanoseconds. */
    long longestTick() {
        return longestTick;
    }

    @Override
    public void render(float delta) {
        keys.walk(market);
        long before = System.nanoTime();
        market.process(delta);
        longestTick = Math.max(longestTick, System.nanoTime() - before);
        draw();
        hud.update(market, delta, longestTick);
        hud.draw();
    }

    private void draw() {
        ScreenUtils.clear(0.05f, 0.05f, 0.08f, 1);
        viewport.apply();
        batch.setProjectionMatrix(viewport.getCamera().combined);
        shapes.setProjectionMatrix(viewport.getCamera().combined);
        ground.draw(batch);
        Gdx.gl.glBlendFunc(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA);
        figures.draw(market);
        light.draw(batch, market, viewport);
        figures.drawEyes(market);
        bubbles.draw(batch, market);
    }

    @Override
    public void resize(int width, int height) {
        viewport.update(width, height, true);
    }

    // ---- the keys

    @Override
    public void talk() {
        listener = market.listener();
        if (listener < 0) {
            hud.tell("Nobody is near enough to hear you.");
        } else {
            hud.openInput(market.directory.nameOf(listener));
        }
    }

    private void say(String text) {
        if (market.world.getEntityManager().isActive(listener)) {
            market.say(listener, text);
        }
    }

    @Override
    public void inspect() {
        hud.toggleInspector();
    }

    @Override
    public void save() {
        try (OutputStream out = Files.newOutputStream(file)) {
            market.save(out);
            hud.tell("Saved to " + file);
        } catch (IOException e) {
            hud.tell("Cannot save: " + e);
        }
    }

    /** A save is loaded into a new world; if that fails, the old one goes on. */
    @Override
    public void load() {
        Broker broker = brokers.get();
        try (InputStream in = Files.newInputStream(file)) {
            MarketWorld loaded = MarketWorld.load(broker, player, in);
            market.close();
            market = loaded;
            hud.tell("Loaded " + file);
        } catch (IOException | InvalidSaveException e) {
            broker.close();
            hud.tell("Cannot load: " + e.getMessage());
        }
    }

    @Override
    public void dispose() {
        market.close();
        ground.dispose();
        light.dispose();
        hud.dispose();
        shapes.dispose();
        batch.dispose();
        font.dispose();
    }
}
