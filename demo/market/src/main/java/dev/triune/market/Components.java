/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Component;
import com.badlogic.gdx.math.MathUtils;

/** The components of the market besides those of minds. All are saved. */
public final class Components {
    private Components() {}

    /** A position in metres from the lower left corner, and a destination. */
    public static final class Body extends Component {
        public float x;
        public float y;
        public float toX;
        public float toY;
        public float speed; // metres per second; 0 for stalls
        public float pace; // factor of the speed
        public boolean going;
        public boolean facesLeft;
        public float pause; // seconds to stand still, for example to listen
        public float idle; // seconds since it arrived
        public float stride; // metres walked, for the legs

        Body at(float newX, float newY) {
            x = newX;
            y = newY;
            return this;
        }

        float distance(Body other) {
            return (float) Math.hypot(other.x - x, other.y - y);
        }

        /** Sets a target inside the square; {@link Square} does the walking. */
        void go(float newX, float newY, float newPace) {
            toX = MathUtils.clamp(newX, 1, MarketWorld.WIDTH - 1);
            toY = MathUtils.clamp(newY, 1, MarketWorld.HEIGHT - 3);
            pace = newPace;
            going = true;
            idle = 0;
        }

        void stop() {
            going = false;
            idle = 0;
        }
    }

    /** The name by which plans target a person, the player or a stall. */
    public static final class Named extends Component {
        public String name = "";
        public String wares = ""; // goods of a stall
        public int look; // index of its colours; -1 for none

        String kind() {
            return wares.isEmpty() ? "person" : "stall";
        }
    }

    /** The line that somebody says now; see {@link SpeechBubbles}. */
    public static final class Bubble extends Component {
        public String text = "";
        public float shown; // letters so far
        public boolean growing; // whether more text may arrive
        public float read; // seconds since the last letter was shown
    }

    /** Marks a wolf. */
    public static final class Wolf extends Component {}
}
