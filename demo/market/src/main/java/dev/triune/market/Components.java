/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Component;

/** What entities of the market consist of, besides the components of their minds. All are saved. */
public final class Components {
    private Components() {}

    /** Where something is, in metres from the lower left corner of the square. */
    public static final class Position extends Component {
        public float x;
        public float y;

        Position at(float newX, float newY) {
            x = newX;
            y = newY;
            return this;
        }

        float distance(Position other) {
            return (float) Math.hypot(other.x - x, other.y - y);
        }
    }

    /** Where somebody walks. Runners set the target, {@link WalkSystem} does the walking. */
    public static final class Walk extends Component {
        public boolean going;
        public boolean running;
        public float toX;
        public float toY;

        /** In metres per second. */
        public float speed = 2.6f;

        /** Seconds to stand still before going on, for example to listen. */
        public float pause;

        /** Seconds since the target was reached. */
        public float idle;

        /** The way walked so far, in metres: legs swing by it. */
        public float stride;

        public boolean facesLeft;
    }

    /** Somebody with a name and clothes: the people of the market and the player. */
    public static final class Person extends Component {
        public String name = "";
        public String trade = "";
        public int shirt;
        public int hair;
        public int skin;
    }

    /** What somebody has who follows another; see {@link FollowRunner}. */
    public static final class Following extends Component {
        public String whom = "";

        /** Since when, in ticks. */
        public int ticks;
    }

    /** What somebody is saying; see {@link SpeechBubbles}. */
    public static final class Bubble extends Component {
        public String text = "";

        /** How many letters are shown so far. */
        public float shown;

        /** Whether more words may come. */
        public boolean growing;

        /** Seconds since the last letter was shown. */
        public float read;
    }

    /** A stall, named by what plans call it: "the bakery". */
    public static final class Stall extends Component {
        public String name = "";
        public String wares = "";
        public int awning;
    }

    /** Marks a wolf. */
    public static final class Wolf extends Component {}
}
