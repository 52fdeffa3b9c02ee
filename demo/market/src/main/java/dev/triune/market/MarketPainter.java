/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture.TextureFilter;
import com.badlogic.gdx.graphics.g2d.Batch;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.TextureAtlas.AtlasRegion;
import com.badlogic.gdx.graphics.glutils.FrameBuffer;
import com.badlogic.gdx.scenes.scene2d.ui.Skin;
import com.badlogic.gdx.utils.Align;
import com.badlogic.gdx.utils.ScreenUtils;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Named;
import java.util.Comparator;

/** Draws the square and the night with one batch and one atlas, whose white parts are tinted. */
final class MarketPainter {
    static final float SCALE = MarketScreen.WIDTH / MarketWorld.WIDTH; // pixels per metre
    private static final int WIDTH = MarketScreen.WIDTH;
    private static final int HEIGHT = MarketScreen.HEIGHT;

    final FrameBuffer light = new FrameBuffer(Pixmap.Format.RGBA8888, WIDTH / 4, HEIGHT / 4, false);
    final Batch batch;
    final Skin skin;
    final BitmapFont font;

    MarketPainter(Batch batch, Skin skin) {
        this.batch = batch;
        this.skin = skin;
        font = skin.getFont("default");
        light.getColorBufferTexture().setFilter(TextureFilter.Linear, TextureFilter.Linear);
    }

    /** Draws everything from back to front, and the night over it. */
    void draw(MarketWorld market) {
        batch.begin();
        batch.setColor(Color.WHITE);
        batch.draw(skin.getRegion("ground"), 0, 0);
        market.square
                .all(Aspect.all(Body.class))
                .boxed()
                .sorted(Comparator.comparingDouble(each -> -market.square.at(each).y))
                .forEach(each -> draw(market, each));
        if (market.night.daylight() < 1) {
            batch.setBlendFunction(GL20.GL_DST_COLOR, GL20.GL_ZERO); // darkens where light is low
            batch.draw(light.getColorBufferTexture(), 0, HEIGHT, WIDTH, -HEIGHT);
            batch.setBlendFunction(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA);
        }
        market.square
                .all(NightSystem.WOLVES) // their eyes shine in the dark
                .forEach(wolf -> draw("eyes", market.square.at(wolf), Color.WHITE));
        batch.end();
    }

    private void draw(MarketWorld market, int entity) {
        Body body = market.square.at(entity);
        Named named = market.world.getMapper(Named.class).get(entity);
        boolean walks = body.going && body.pause <= 0;
        int step = walks ? 1 + (int) (body.stride * 5.7f) % 8 : 0; // eight pictures per stride
        if (named == null) {
            draw("wolf_" + step, body, Color.WHITE);
        } else if (body.speed > 0) {
            draw("clothes_" + step, body, colour("shirt", named.look, 8));
            draw("skin_" + step, body, colour("skin", named.look, 4));
            draw("hair_" + step, body, colour("hair", named.look, 5));
        } else if (named.look < 0) {
            draw("fountain", body, Color.WHITE);
        } else {
            draw("stall", body, Color.WHITE);
            draw("awning", body, colour("awning", named.look, 8));
            write(named.name, body, -7, skin.getColor("sign"));
        }
    }

    /** Writes a name below somebody's feet, or on a sign. */
    void write(String name, Body at, float y, Color colour) {
        font.setColor(0, 0, 0, 0.75f);
        font.draw(batch, name, at.x * SCALE + 1, at.y * SCALE + y - 1, 0, Align.center, false);
        font.setColor(colour);
        font.draw(batch, name, at.x * SCALE, at.y * SCALE + y, 0, Align.center, false);
    }

    /** Draws a picture at half its size in the atlas, which also has the position of the feet. */
    private void draw(String picture, Body at, Color colour) {
        AtlasRegion region = (AtlasRegion) skin.getRegion(picture);
        float width = region.getRegionWidth() / (at.facesLeft ? -2f : 2f);
        float x = at.x * SCALE - width / 2;
        float y = at.y * SCALE - region.findValue("feet")[0];
        batch.setColor(colour);
        batch.draw(region, x, y, width, region.getRegionHeight() / 2f);
        batch.setColor(Color.WHITE);
    }

    private Color colour(String kind, int look, int count) {
        return skin.getColor(kind + (look < 0 ? "" : look % count));
    }

    /** Draws a small light map, by which the picture is multiplied. */
    void paintLight(MarketWorld market) {
        Square square = market.square;
        float day = market.night.daylight();
        light.begin();
        ScreenUtils.clear(skin.getColor("night").cpy().lerp(Color.WHITE, day));
        batch.setBlendFunction(GL20.GL_SRC_ALPHA, GL20.GL_ONE); // light adds up
        batch.begin();
        batch.setColor(skin.getColor("lantern").cpy().mul(1 - day));
        square.all(Square.STALLS)
                .mapToObj(square::at)
                .forEach(stall -> lamp(stall.x * SCALE, stall.y * SCALE, 185));
        for (int x = 27; x < WIDTH; x += 128) { // one lit window per house
            lamp(x + x % 3 * 34, HEIGHT - 36, 54);
        }
        batch.setColor(skin.getColor("lantern").cpy().mul(0.5f * (1 - day)));
        Body you = square.at(square.you());
        lamp(you.x * SCALE, you.y * SCALE, 130);
        batch.end();
        batch.setBlendFunction(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA);
        light.end();
    }

    private void lamp(float x, float y, float radius) {
        batch.draw(
                skin.getRegion("glow"), x - radius, y - radius * 0.8f, 2 * radius, 1.6f * radius);
    }
}
