/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import org.jspecify.annotations.Nullable;

/**
 * The agent whose turn it is, with its components. One object serves all agents, one after the other,
 * so that a tick allocates nothing.
 */
final class Actor {
    int id = -1;
    Behavior behavior = new Behavior();
    BehaviorQueue queue = new BehaviorQueue();
    Running running = new Running();

    /** Null where a world acts without thinking. */
    @Nullable
    Mind mind;

    /** Notes what went wrong, for the next prompt. */
    void complain(String words) {
        if (mind != null) {
            mind.trouble(words);
        }
    }
}
