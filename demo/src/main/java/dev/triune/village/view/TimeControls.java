/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.List;

/** How fast the village's time passes; the game loop obeys. Game thread only. */
public interface TimeControls {
    /** As fast as it goes. */
    int UNLIMITED = 0;

    /** Whether time stands still. */
    boolean paused();

    /** Stops time, or lets it go on. */
    void pause(boolean value);

    /** Lets one tick pass although time stands still; pauses first if it does not. */
    void step();

    /** How many times faster than real time it passes; {@link #UNLIMITED} for no limit. */
    int speed();

    /** Sets that to one of {@link #speeds()}; anything else is ignored. */
    void speed(int times);

    /** What {@link #speed(int)} takes; just 1 where time is real. */
    List<Integer> speeds();
}
