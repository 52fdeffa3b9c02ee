/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.files.FileHandle;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.TextureRegion;

/** The font that comes with libGDX. A game that speaks other scripts than Latin brings its own. */
final class Fonts {
    private static final String FOLDER = "com/badlogic/gdx/utils/";

    private Fonts() {}

    /** Loads it without its shadow, so that dark text on light bubbles is crisp. */
    static BitmapFont plain() {
        FileHandle letters = Gdx.files.classpath(FOLDER + "lsans-15.fnt");
        Pixmap image = new Pixmap(Gdx.files.classpath(FOLDER + "lsans-15.png"));
        Pixmap plain = new Pixmap(image.getWidth(), image.getHeight(), Pixmap.Format.RGBA8888);
        plain.setBlending(Pixmap.Blending.None);
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                int rgba = image.getPixel(x, y);
                int alpha = (rgba & 0xff) * (rgba >>> 24) / 255; // the shadow is black
                plain.drawPixel(x, y, 0xffffff00 | alpha);
            }
        }
        BitmapFont font = new BitmapFont(letters, new TextureRegion(new Texture(plain)), false);
        font.setOwnsTexture(true);
        image.dispose();
        plain.dispose();
        return font;
    }
}
