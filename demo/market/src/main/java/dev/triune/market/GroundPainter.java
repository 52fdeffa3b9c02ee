/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.FrameBuffer;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.utils.Disposable;
import java.util.SplittableRandom;

/** Paints what never changes into a texture, once: thousands of stones then cost one quad a frame. */
final class GroundPainter implements Disposable {
    /** Where the houses begin, in pixels. */
    static final int HOUSES = 652;

    private static final int WIDTH = MarketScreen.WIDTH;
    private static final int HEIGHT = MarketScreen.HEIGHT;
    private static final int HOUSE_WIDTH = 128;
    private static final int[] PLASTER = {0xe6d5b0ff, 0xc9866bff, 0xd8c79aff, 0x9fb0a3ff, 0xd9a878ff
    };

    private final FrameBuffer picture =
            new FrameBuffer(Pixmap.Format.RGBA8888, WIDTH, HEIGHT, false);
    private final SplittableRandom random = new SplittableRandom(3);
    private final Color colour = new Color();

    GroundPainter(ShapeRenderer shapes) {
        picture.begin();
        shapes.setProjectionMatrix(new Matrix4().setToOrtho2D(0, 0, WIDTH, HEIGHT));
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        shapes.setColor(0.50f, 0.45f, 0.38f, 1);
        shapes.rect(0, 0, WIDTH, HEIGHT);
        cobbles(shapes);
        for (int i = 0; i < WIDTH / HOUSE_WIDTH; i++) {
            house(shapes, i * HOUSE_WIDTH, new Color(PLASTER[i % PLASTER.length]));
        }
        shapes.end();
        picture.end();
    }

    private void cobbles(ShapeRenderer shapes) {
        for (int y = -6; y < HOUSES; y += 13) {
            for (int x = y % 2 == 0 ? -10 : -2; x < WIDTH; x += 18) {
                float edge = Math.abs(x - WIDTH / 2f) / WIDTH + Math.abs(y - HEIGHT / 2f) / HEIGHT;
                float shade = 0.67f - 0.10f * edge + (float) random.nextDouble(-0.035, 0.035);
                shapes.setColor(shade, shade * 0.93f, shade * 0.82f, 1);
                shapes.ellipse(
                        x + random.nextInt(3),
                        y + random.nextInt(3),
                        16,
                        11 + random.nextInt(2),
                        10);
            }
        }
    }

    private void house(ShapeRenderer shapes, float x, Color plaster) {
        shapes.setColor(0.30f, 0.27f, 0.24f, 1); // the foot of the wall
        shapes.rect(x, HOUSES - 5, HOUSE_WIDTH, 5);
        shapes.setColor(plaster);
        shapes.rect(x, HOUSES, HOUSE_WIDTH, HEIGHT - HOUSES);
        shapes.setColor(0.33f, 0.22f, 0.15f, 1); // timber
        shapes.rect(x, HOUSES, 5, HEIGHT - HOUSES);
        shapes.rect(x, HEIGHT - 10, HOUSE_WIDTH, 5);
        shapes.rectLine(x + 100, HOUSES, x + 126, HEIGHT, 4);
        shapes.setColor(colour.set(0x5a3a26ff)); // the door
        shapes.rect(x + 52, HOUSES, 24, 44);
        shapes.setColor(colour.set(0x7a5236ff));
        shapes.rect(x + 55, HOUSES, 18, 41);
        for (int i = 0; i < 2; i++) {
            window(shapes, x + 17 + i * 68);
        }
    }

    private void window(ShapeRenderer shapes, float x) {
        shapes.setColor(0.33f, 0.22f, 0.15f, 1);
        shapes.rect(x - 2, HOUSES + 18, 24, 28);
        shapes.setColor(0.55f, 0.66f, 0.72f, 1);
        shapes.rect(x, HOUSES + 20, 20, 24);
        shapes.setColor(0.33f, 0.22f, 0.15f, 1);
        shapes.rect(x + 9, HOUSES + 20, 2, 24);
        shapes.rect(x, HOUSES + 31, 20, 2);
    }

    void draw(SpriteBatch batch) {
        batch.disableBlending();
        batch.begin();
        batch.draw(picture.getColorBufferTexture(), 0, HEIGHT, WIDTH, -HEIGHT); // upside down
        batch.end();
        batch.enableBlending();
    }

    @Override
    public void dispose() {
        picture.dispose();
    }
}
