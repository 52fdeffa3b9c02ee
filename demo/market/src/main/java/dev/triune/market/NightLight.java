/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static dev.triune.market.MarketScreen.SCALE;

import com.artemis.Aspect;
import com.artemis.utils.IntBag;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture.TextureFilter;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.FrameBuffer;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.utils.Disposable;
import com.badlogic.gdx.utils.viewport.Viewport;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;

/** Darkens the picture by night, except around lanterns: a small map of light, multiplied over it. */
final class NightLight implements Disposable {
    private static final int PART = 4; // the map has a quarter of the picture's width
    private static final int EDGES = 28;

    private final ShapeRenderer shapes;
    private final FrameBuffer map = new FrameBuffer(
            Pixmap.Format.RGBA8888, MarketScreen.WIDTH / PART, MarketScreen.HEIGHT / PART, false);
    private final Matrix4 whole =
            new Matrix4().setToOrtho2D(0, 0, MarketScreen.WIDTH, MarketScreen.HEIGHT);
    private final Color night = new Color(0.20f, 0.24f, 0.42f, 1);
    private final Color glow = new Color();
    private final Color none = new Color(0, 0, 0, 1);

    NightLight(ShapeRenderer shapes) {
        this.shapes = shapes;
        map.getColorBufferTexture().setFilter(TextureFilter.Linear, TextureFilter.Linear);
    }

    void draw(SpriteBatch batch, MarketWorld market, Viewport viewport) {
        float day = market.night.daylight();
        if (day >= 1) {
            return;
        }
        paintMap(market, day);
        viewport.apply(); // the frame buffer changed it
        shapes.setProjectionMatrix(viewport.getCamera().combined);
        batch.setBlendFunction(GL20.GL_DST_COLOR, GL20.GL_ZERO);
        batch.begin();
        batch.draw(
                map.getColorBufferTexture(),
                0,
                MarketScreen.HEIGHT,
                MarketScreen.WIDTH,
                -MarketScreen.HEIGHT);
        batch.end();
        batch.setBlendFunction(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA);
        Gdx.gl.glBlendFunc(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA); // for shapes
    }

    private void paintMap(MarketWorld market, float day) {
        map.begin();
        glow.set(night).lerp(1, 1, 1, 1, day);
        Gdx.gl.glClearColor(glow.r, glow.g, glow.b, 1);
        Gdx.gl.glClear(GL20.GL_COLOR_BUFFER_BIT);
        Gdx.gl.glEnable(GL20.GL_BLEND);
        Gdx.gl.glBlendFunc(GL20.GL_ONE, GL20.GL_ONE); // light adds up
        shapes.setProjectionMatrix(whole);
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        var mPosition = market.world.getMapper(Position.class);
        IntBag stalls = market.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(Stall.class, Position.class))
                .getEntities();
        glow.set(0.95f, 0.68f, 0.34f, 1).mul(1 - day);
        for (int i = 0; i < stalls.size(); i++) {
            Position at = mPosition.get(stalls.get(i));
            lamp(at.x * SCALE, at.y * SCALE, 170);
        }
        for (int x = 27; x < MarketScreen.WIDTH; x += 128) {
            lamp(x + (x % 3) * 34, GroundPainter.HOUSES + 30, 46); // a lit window of each house
        }
        glow.mul(0.45f);
        Position you = mPosition.get(market.directory.you());
        lamp(you.x * SCALE, you.y * SCALE + 14, 120);
        shapes.end();
        map.end();
    }

    /** A fan of triangles, bright in the middle and dark at the edge. */
    private void lamp(float x, float y, float radius) {
        for (int i = 0; i < EDGES; i++) {
            float from = MathUtils.PI2 * i / EDGES;
            float to = MathUtils.PI2 * (i + 1) / EDGES;
            shapes.triangle(
                    x,
                    y,
                    x + MathUtils.cos(from) * radius,
                    y + MathUtils.sin(from) * radius * 0.8f,
                    x + MathUtils.cos(to) * radius,
                    y + MathUtils.sin(to) * radius * 0.8f,
                    glow,
                    none,
                    none);
        }
    }

    @Override
    public void dispose() {
        map.dispose();
    }
}
