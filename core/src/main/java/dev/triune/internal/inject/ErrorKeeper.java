/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import com.artemis.BaseSystem;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an {@link Error} of the game's code until the system that called it has finished: the Error
 * then leaves the tick, but leaves no agent half changed behind. One in each world. Game thread
 * only.
 */
public abstract class ErrorKeeper extends BaseSystem {
    private @Nullable Error kept;
    private boolean gone;

    /** Keeps an Error for {@link #rethrow}; false if one is kept already, or the world is gone. */
    boolean keep(Error error) {
        if (kept != null || gone) {
            return false;
        }
        kept = error;
        return true;
    }

    /** Throws the Error that is kept, if there is one, and forgets it. */
    void rethrow() {
        Error error = kept;
        if (error != null) {
            kept = null;
            throw error;
        }
    }

    /** Whether the world was disposed of. */
    protected final boolean isGone() {
        return gone;
    }

    /** Notes that the world is gone. */
    @Override
    protected void dispose() {
        gone = true;
    }
}
