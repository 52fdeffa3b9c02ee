/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.List;

/** Controls of the game loop's time. Game thread only. */
public interface TimeControls {
    /** No speed limit. */
    int UNLIMITED = 0;

    /** Returns whether time stands still. */
    boolean paused();

    /** Stops or starts time. */
    void pause(boolean value);

    /** Runs one tick; pauses first if time is running. */
    void step();

    /** Returns the speed, times real time; {@link #UNLIMITED} for no limit. */
    int speed();

    /** Sets the speed to one of {@link #speeds()}; ignores anything else. */
    void speed(int times);

    /** Returns the speeds to choose from; only 1 in real time. */
    List<Integer> speeds();
}
