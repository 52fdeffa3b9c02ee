/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static dev.triune.market.MarketPainter.SCALE;

import com.artemis.Aspect;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.g2d.BitmapFontCache;
import com.badlogic.gdx.graphics.g2d.GlyphLayout;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.math.Rectangle;
import com.badlogic.gdx.utils.Align;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Bubble;
import java.util.ArrayList;
import java.util.List;

/** Draws names, and speech bubbles that do not cover each other. */
final class BubblePainter {
    private static final float PADDING = 16; // of the picture, with its shadow
    private static final float ABOVE = 56; // from feet to tail, in pixels

    private final MarketPainter painter;
    private final BitmapFontCache letters;
    private final List<Placed> placed = new ArrayList<>();

    /** A bubble with its position and the number of glyphs shown. */
    private record Placed(GlyphLayout text, int shown, Rectangle box, Body at, Color paper) {}

    BubblePainter(MarketPainter painter) {
        this.painter = painter;
        letters = new BitmapFontCache(painter.font, true);
    }

    void draw(MarketWorld market) {
        painter.batch.begin();
        int near = market.square.nearest(MarketWorld.EARSHOT);
        market.square.all(Square.PEOPLE).forEach(each -> drawName(market, each, each == near));
        placed.clear();
        market.square.all(Aspect.all(Bubble.class)).forEach(each -> place(market, each));
        placed.forEach(this::drawTail); // first, so that none crosses other text
        placed.forEach(this::drawWords);
        painter.batch.end();
    }

    private void place(MarketWorld market, int speaker) {
        Bubble bubble = market.world.getMapper(Bubble.class).get(speaker);
        boolean thinks = bubble.text.isEmpty();
        String words = thinks ? "..." : bubble.text;
        Color ink = painter.skin.getColor("ink");
        GlyphLayout text = new GlyphLayout(painter.font, words, ink, 200, Align.left, true);
        Body at = market.square.at(speaker);
        float width = text.width + 2 * PADDING;
        float height = text.height + 2 * PADDING;
        float x = MathUtils.clamp(at.x * SCALE - width / 2, 0, MarketScreen.WIDTH - width);
        float y = Math.min(MarketScreen.HEIGHT - height, at.y * SCALE + ABOVE);
        Rectangle box = new Rectangle(x, y, width, height);
        for (int i = 0; i < placed.size(); i++) { // each pass moves it above others
            for (Placed other : placed) {
                box.y = box.overlaps(other.box) ? other.box.y + other.box.height - 6 : box.y;
            }
        }
        int shown = thinks ? text.glyphCount : Math.min((int) bubble.shown, text.glyphCount);
        String paper = speaker == market.square.you() ? "your paper" : "paper";
        placed.add(new Placed(text, shown, box, at, painter.skin.getColor(paper)));
    }

    private void drawTail(Placed each) {
        Rectangle box = each.box;
        float top = box.y + 9;
        float tip = Math.min(each.at.y * SCALE + ABOVE, top - 9);
        float x = MathUtils.clamp(each.at.x * SCALE, box.x + 24, box.x + box.width - 24);
        painter.batch.setColor(each.paper);
        painter.batch.draw(painter.skin.getRegion("tail"), x - 7, tip, 14, top - tip);
    }

    private void drawWords(Placed each) {
        Rectangle box = each.box;
        painter.batch.setColor(each.paper);
        painter.skin.getPatch("bubble").draw(painter.batch, box.x, box.y, box.width, box.height);
        letters.setText(each.text, box.x + PADDING, box.y + box.height - PADDING + 1);
        letters.draw(painter.batch, 0, each.shown);
    }

    /** Draws the names of speakers and of the player, and in gold of the person to talk to. */
    private void drawName(MarketWorld market, int person, boolean near) {
        boolean speaks = market.world.getMapper(Bubble.class).has(person);
        if (near || speaks || person == market.square.you()) {
            String name = market.square.named(person).name;
            painter.write(name, market.square.at(person), -5, near ? Color.GOLD : Color.WHITE);
        }
    }
}
