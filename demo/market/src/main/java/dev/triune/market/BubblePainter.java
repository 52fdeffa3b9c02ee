/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static dev.triune.market.MarketScreen.SCALE;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.utils.IntBag;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.BitmapFontCache;
import com.badlogic.gdx.graphics.g2d.GlyphLayout;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.math.Rectangle;
import com.badlogic.gdx.utils.Align;
import dev.triune.market.Components.Bubble;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws speech bubbles above those who speak, so that none covers another, and names. */
final class BubblePainter {
    private static final float TEXT_WIDTH = 200;
    private static final float PADDING = 9;
    private static final float ABOVE = 56; // from the feet to the tip of the tail

    private final ShapeRenderer shapes;
    private final BitmapFont font;
    private final BitmapFontCache text;
    private final GlyphLayout size = new GlyphLayout();
    private final List<Placed> placed = new ArrayList<>();

    /** A bubble with its place in the picture. */
    private record Placed(Bubble bubble, Rectangle box, float x, float y, boolean yours) {}

    BubblePainter(ShapeRenderer shapes, BitmapFont font) {
        this.shapes = shapes;
        this.font = font;
        this.text = new BitmapFontCache(font, true);
    }

    void draw(SpriteBatch batch, MarketWorld market) {
        place(market);
        batch.begin();
        drawNames(batch, market);
        batch.end();
        Gdx.gl.glEnable(GL20.GL_BLEND);
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        placed.forEach(this::drawTail);
        placed.forEach(this::drawBox);
        shapes.end();
        batch.begin();
        for (Placed each : placed) {
            Rectangle box = each.box;
            text.setColor(0.13f, 0.12f, 0.16f, 1);
            GlyphLayout layout = text.setText(
                    shown(each.bubble),
                    box.x + PADDING,
                    box.y + box.height - PADDING + 2,
                    box.width - 2 * PADDING + 1,
                    Align.left,
                    true);
            text.draw(
                    batch,
                    0,
                    each.bubble.text.isEmpty()
                            ? layout.glyphCount
                            : Math.min((int) each.bubble.shown, layout.glyphCount));
        }
        batch.end();
    }

    private void place(MarketWorld market) {
        placed.clear();
        World world = market.world;
        for (int speaker : ids(world, Bubble.class)) {
            Bubble bubble = world.getMapper(Bubble.class).get(speaker);
            Position at = world.getMapper(Position.class).get(speaker);
            if (at == null || shown(bubble).isEmpty()) {
                continue;
            }
            float x = at.x * SCALE;
            float y = at.y * SCALE + ABOVE;
            size.setText(font, shown(bubble), Color.WHITE, TEXT_WIDTH, Align.left, true);
            float width = size.width + 2 * PADDING;
            float height = size.height + 2 * PADDING;
            Rectangle box = new Rectangle(
                    Math.max(6, Math.min(MarketScreen.WIDTH - width - 6, x - width / 2)),
                    Math.min(MarketScreen.HEIGHT - height - 6, y + 8),
                    width,
                    height);
            moveUp(box);
            placed.add(new Placed(bubble, box, x, y, speaker == market.directory.you()));
        }
    }

    /** Moves a box above those in its way; each of them at most once. */
    private void moveUp(Rectangle box) {
        for (int i = 0; i < placed.size(); i++) {
            for (Placed other : placed) {
                if (box.overlaps(other.box)) {
                    box.y = other.box.y + other.box.height + 6;
                }
            }
        }
    }

    /** Tails come first, so that none crosses the words of another bubble. */
    private void drawTail(Placed each) {
        Rectangle box = each.box;
        float tail = Math.max(box.x + 14, Math.min(box.x + box.width - 14, each.x));
        paint(each);
        shapes.triangle(
                tail - 7, box.y + 1, tail + 7, box.y + 1, each.x, Math.min(each.y, box.y - 5));
    }

    private void drawBox(Placed each) {
        Rectangle box = each.box;
        shapes.setColor(0, 0, 0, 0.25f);
        round(box.x + 2, box.y - 3, box.width, box.height);
        paint(each);
        round(box.x, box.y, box.width, box.height);
    }

    private void paint(Placed each) {
        if (each.yours) {
            shapes.setColor(0.83f, 0.92f, 1, 1);
        } else {
            shapes.setColor(1, 0.98f, 0.92f, 1);
        }
    }

    private void round(float x, float y, float width, float height) {
        float r = 8;
        shapes.rect(x + r, y, width - 2 * r, height);
        shapes.rect(x, y + r, width, height - 2 * r);
        shapes.circle(x + r, y + r, r, 20);
        shapes.circle(x + width - r, y + r, r, 20);
        shapes.circle(x + r, y + height - r, r, 20);
        shapes.circle(x + width - r, y + height - r, r, 20);
    }

    /** Draws the names of those who speak, of the player, and of whom the player could talk to. */
    private void drawNames(SpriteBatch batch, MarketWorld market) {
        int near = market.listener();
        for (int person : ids(market.world, Person.class)) {
            boolean you = person == market.directory.you();
            boolean speaks = market.world.getMapper(Bubble.class).has(person);
            if (you || speaks || person == near) {
                Position at = market.world.getMapper(Position.class).get(person);
                String name = market.directory.nameOf(person);
                float left = at.x * SCALE - 80;
                float top = at.y * SCALE - 5;
                font.setColor(0, 0, 0, 0.75f);
                font.draw(batch, name, left + 1, top - 1, 160, Align.center, false);
                font.setColor(person == near ? Color.GOLD : Color.WHITE);
                font.draw(batch, name, left, top, 160, Align.center, false);
            }
        }
    }

    /** The words as far as they have come; dots while somebody thinks. */
    private static String shown(Bubble bubble) {
        return bubble.text.isEmpty() && bubble.growing ? "..." : printable(bubble.text);
    }

    /** Replaces what models like to write and libGDX's built-in font lacks. */
    private static String printable(String words) {
        return words.replace('\u2019', '\'')
                .replace('\u201c', '"')
                .replace('\u201d', '"')
                .replace('\u2013', '-')
                .replace('\u2014', '-')
                .replace("\u2026", "...");
    }

    private static int[] ids(World world, Class<? extends Component> type) {
        IntBag bag = world.getAspectSubscriptionManager().get(Aspect.all(type)).getEntities();
        return Arrays.copyOf(bag.getData(), bag.size());
    }
}
