/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.TextureAtlas;
import com.badlogic.gdx.graphics.g2d.TextureRegion;
import com.badlogic.gdx.scenes.scene2d.ui.Skin;

/** Loads pictures, colours, styles, and the font of libGDX, which has Latin letters only. */
final class MarketSkin extends Skin {
    private static final String FONT = "com/badlogic/gdx/utils/lsans-15";
    private static final String SUBSTITUTES = "\u2018'\u2019'\u201c\"\u201d\"\u2013-\u2014-";

    MarketSkin() {
        super(new TextureAtlas("market.atlas"));
        add("default", font());
        load(Gdx.files.internal("market.json"));
    }

    /** Loads the font without its shadow, so that dark text on light bubbles is crisp. */
    private static BitmapFont font() {
        Pixmap image = new Pixmap(Gdx.files.classpath(FONT + ".png"));
        image.setBlending(Pixmap.Blending.None);
        for (int i = 0; i < image.getWidth() * image.getHeight(); i++) {
            int rgba = image.getPixels().getInt(4 * i);
            int alpha = (rgba & 0xff) * (rgba >>> 24) / 255; // the shadow is black: drop it
            image.getPixels().putInt(4 * i, 0xffffff00 | alpha);
        }
        TextureRegion letters = new TextureRegion(new Texture(image));
        BitmapFont font = new BitmapFont(Gdx.files.classpath(FONT + ".fnt"), letters);
        font.setOwnsTexture(true);
        for (int i = 0; i < SUBSTITUTES.length(); i += 2) { // typographic characters of models
            BitmapFont.Glyph glyph = font.getData().getGlyph(SUBSTITUTES.charAt(i + 1));
            font.getData().setGlyph(SUBSTITUTES.charAt(i), glyph);
        }
        image.dispose();
        return font;
    }
}
