/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static dev.triune.market.MarketScreen.SCALE;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.utils.IntBag;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.utils.Align;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;
import dev.triune.market.Components.Walk;
import dev.triune.market.Components.Wolf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws stalls, people and wolves with shapes, those behind before those in front. */
final class FigurePainter {
    private static final int WARES = 9;

    private final ShapeRenderer shapes;
    private final SpriteBatch batch;
    private final BitmapFont font;
    private final Color colour = new Color();
    private final List<Integer> order = new ArrayList<>();

    FigurePainter(ShapeRenderer shapes, SpriteBatch batch, BitmapFont font) {
        this.shapes = shapes;
        this.batch = batch;
        this.font = font;
    }

    void draw(MarketWorld market) {
        World world = market.world;
        IntBag all = world.getAspectSubscriptionManager()
                .get(Aspect.all(Position.class))
                .getEntities();
        order.clear();
        for (int i = 0; i < all.size(); i++) {
            order.add(all.get(i));
        }
        var mPosition = world.getMapper(Position.class);
        order.sort(Comparator.comparingDouble(entity -> -mPosition.get(entity).y));
        Gdx.gl.glEnable(GL20.GL_BLEND);
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        for (int entity : order) {
            float x = mPosition.get(entity).x * SCALE;
            float y = mPosition.get(entity).y * SCALE;
            Stall stall = world.getMapper(Stall.class).get(entity);
            Person person = world.getMapper(Person.class).get(entity);
            if (stall != null && stall.awning == 0) {
                fountain(x, y);
            } else if (stall != null) {
                stall(stall, x, y);
            } else if (person != null) {
                person(person, world.getMapper(Walk.class).get(entity), x, y);
            } else if (world.getMapper(Wolf.class).has(entity)) {
                wolf(world.getMapper(Walk.class).get(entity), x, y);
            }
        }
        shapes.end();
    }

    /** Draws what shines in the dark, after the night has been laid over the rest. */
    void drawEyes(MarketWorld market) {
        World world = market.world;
        IntBag wolves = world.getAspectSubscriptionManager()
                .get(Aspect.all(Wolf.class, Position.class))
                .getEntities();
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        shapes.setColor(1, 0.85f, 0.3f, 1);
        for (int i = 0; i < wolves.size(); i++) {
            Position at = world.getMapper(Position.class).get(wolves.get(i));
            int side = world.getMapper(Walk.class).get(wolves.get(i)).facesLeft ? -1 : 1;
            shapes.circle(at.x * SCALE + side * 20, at.y * SCALE + 22, 1.6f, 8);
            shapes.circle(at.x * SCALE + side * 14, at.y * SCALE + 22, 1.6f, 8);
        }
        shapes.end();
    }

    private void paint(int rgba, float brightness) {
        colour.set(rgba).mul(brightness, brightness, brightness, 1);
        shapes.setColor(colour);
    }

    private void shadow(float x, float y, float width) {
        shapes.setColor(0, 0, 0, 0.28f);
        shapes.ellipse(x - width / 2, y - width / 6, width, width / 3, 16);
    }

    private void person(Person person, Walk walk, float x, float y) {
        float swing = walk.going && walk.pause <= 0 ? (float) Math.sin(walk.stride * 4.5f) * 4 : 0;
        float side = walk.facesLeft ? -1 : 1;
        float bob = Math.abs(swing) * 0.35f;
        shadow(x, y, 24);
        shapes.setColor(0.22f, 0.19f, 0.18f, 1); // legs
        shapes.rect(x - 6, y + Math.max(0, swing), 5, 11);
        shapes.rect(x + 1, y + Math.max(0, -swing), 5, 11);
        float waist = y + 9 + bob;
        paint(person.shirt, 0.78f); // arms, then the body over them
        shapes.rectLine(x - 8, waist + 14, x - 9 - swing * 0.6f, waist + 1, 5);
        shapes.rectLine(x + 8, waist + 14, x + 9 + swing * 0.6f, waist + 1, 5);
        paint(person.shirt, 1);
        shapes.rect(x - 8, waist, 16, 15);
        shapes.ellipse(x - 8, waist + 10, 16, 10, 16);
        paint(person.shirt, 0.6f); // a belt
        shapes.rect(x - 8, waist + 2, 16, 3);
        float head = waist + 25;
        paint(person.hair, 1);
        shapes.circle(x - side * 1.5f, head + 1.5f, 8.2f, 20);
        paint(person.skin, 1);
        shapes.circle(x + side * 1.2f, head - 0.6f, 7, 20);
        paint(person.hair, 1); // a fringe
        shapes.arc(x, head + 2.2f, 7.8f, 12, 156, 14);
        shapes.setColor(0.12f, 0.1f, 0.1f, 1);
        shapes.circle(x + side * 4.6f, head - 0.8f, 1.2f, 8);
        shapes.circle(x + side * 0.4f, head - 0.8f, 1.2f, 8);
    }

    private void wolf(Walk walk, float x, float y) {
        float swing = walk.going ? (float) Math.sin(walk.stride * 5) * 4 : 0;
        float side = walk.facesLeft ? -1 : 1;
        shadow(x, y, 42);
        shapes.setColor(0.24f, 0.25f, 0.28f, 1);
        for (int i = -1; i <= 1; i += 2) {
            shapes.rectLine(x + i * 11, y + 12, x + i * 11 + swing * i, y, 4);
            shapes.rectLine(x + i * 8, y + 12, x + i * 8 - swing * i, y, 4);
        }
        shapes.rectLine(x - side * 14, y + 17, x - side * 27, y + 22 + swing * 0.3f, 5);
        shapes.setColor(0.40f, 0.42f, 0.46f, 1);
        shapes.ellipse(x - 18, y + 9, 36, 15, 20);
        shapes.circle(x + side * 17, y + 21, 7.5f, 18);
        shapes.triangle(
                x + side * 20, y + 24, x + side * 30, y + 18, x + side * 19, y + 15); // the snout
        shapes.triangle(x + side * 11, y + 25, x + side * 13, y + 34, x + side * 16, y + 27);
        shapes.triangle(x + side * 17, y + 27, x + side * 20, y + 34, x + side * 22, y + 25);
    }

    private void fountain(float x, float y) {
        shadow(x, y - 14, 104);
        paint(0x8b8a86ff, 0.8f);
        shapes.ellipse(x - 48, y - 24, 96, 48, 40);
        paint(0xa9a8a2ff, 1);
        shapes.ellipse(x - 48, y - 18, 96, 48, 40);
        paint(0x4f8fb0ff, 1);
        shapes.ellipse(x - 40, y - 12, 80, 37, 40);
        paint(0x7fb8cfff, 1);
        shapes.ellipse(x - 24, y - 4, 48, 21, 32);
        paint(0x8b8a86ff, 1);
        shapes.rect(x - 6, y + 4, 12, 34);
        paint(0xb9b8b2ff, 1);
        shapes.ellipse(x - 19, y + 32, 38, 14, 24);
        paint(0x9fd0e2ff, 1);
        shapes.ellipse(x - 14, y + 36, 28, 8, 20);
        shapes.circle(x, y + 46, 4, 14);
    }

    private void stall(Stall stall, float x, float y) {
        shadow(x, y - 20, 124);
        paint(0x4a3424ff, 1); // posts and the dark inside
        shapes.rect(x - 54, y - 18, 5, 64);
        shapes.rect(x + 49, y - 18, 5, 64);
        shapes.rect(x - 50, y, 100, 30);
        paint(0x8a6238ff, 1); // the counter
        shapes.rect(x - 58, y - 22, 116, 22);
        paint(0xa87a48ff, 1);
        shapes.rect(x - 60, y - 2, 120, 8);
        for (int i = 0; i < WARES; i++) {
            paint(stall.awning, i % 2 == 0 ? 1.15f : 0.8f);
            shapes.circle(x - 44 + i * 11, y + 8, i % 3 == 0 ? 5.5f : 4.5f, 14);
        }
        sign(stall.name, x, y);
        for (int i = 0; i < 8; i++) { // the awning: stripes, each with a round hem
            float left = x - 64 + i * 16;
            if (i % 2 == 0) {
                paint(stall.awning, 1);
            } else {
                shapes.setColor(0.95f, 0.92f, 0.84f, 1);
            }
            shapes.arc(left + 8, y + 32, 8, 180, 180, 10);
            shapes.rect(left, y + 32, 16, 12);
            shapes.triangle(
                    left, y + 44, left + 16, y + 44, left + 8 - (left + 8 - x) * 0.1f, y + 58);
            shapes.triangle(
                    left,
                    y + 44,
                    left - (left - x) * 0.1f,
                    y + 58,
                    left + 8 - (left + 8 - x) * 0.1f,
                    y + 58);
            shapes.triangle(
                    left + 16,
                    y + 44,
                    left + 16 - (left + 16 - x) * 0.1f,
                    y + 58,
                    left + 8 - (left + 8 - x) * 0.1f,
                    y + 58);
        }
    }

    /** Text needs the other renderer: the shapes so far are drawn first, lest they cover it. */
    private void sign(String name, float x, float y) {
        shapes.end();
        batch.begin();
        font.setColor(0.98f, 0.93f, 0.8f, 1);
        font.draw(batch, name, x - 58, y - 5, 116, Align.center, false);
        batch.end();
        Gdx.gl.glEnable(GL20.GL_BLEND); // which the batch turned off
        shapes.begin(ShapeRenderer.ShapeType.Filled);
    }
}
