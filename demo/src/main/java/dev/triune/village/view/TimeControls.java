/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.List;

/** Controls the time of the game loop. Game thread only. */
public interface TimeControls {
    /** No speed limit. */
    int UNLIMITED = 0;

    /** Returns whether time is paused. */
    boolean paused();

    /** Pauses or resumes time. */
    void pause(boolean value);

    /** Runs one tick; pauses first if time is running. */
    void step();

    /** Returns the speed, times real time; {@link #UNLIMITED} for no limit. */
    int speed();

    /** Sets the speed to one of {@link #speeds()}; ignores anything else. */
    void speed(int times);

    /** Returns the available speeds; only 1 in real time. */
    List<Integer> speeds();
}
