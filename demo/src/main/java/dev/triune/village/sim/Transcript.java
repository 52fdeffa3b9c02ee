/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a village shows to whatever records it or plays it back, apart from its broker: its
 * settings, its fingerprints, and the inputs of its player. Game thread only.
 */
public interface Transcript {
    /** Records nothing. */
    Transcript NONE = new Transcript() {};

    /** Reacts to a village that is about to be filled, with new villagers or from a save. */
    default void begin(SimulationSettings settings, boolean loaded) {}

    /** Reacts to a village that was loaded. */
    default void loaded(long tick, String fingerprint) {}

    /** Passes on the inputs that were recorded at this point. */
    default void replayInputs(Consumer<String> village) {}

    /** Records an input, which {@link #replayInputs} passes on in the replay. */
    default void recordInput(String words) {}

    /** Reacts to the end of a tick. */
    default void tickEnded(long tick, Supplier<String> fingerprint) {}

    /** Reacts to the end of the village, whose broker is closed next. */
    default void ended(long tick, String fingerprint) {}

    /** Returns whether a replay ends here. */
    default boolean isOver() {
        return false;
    }

    /** Returns whether an exception means that a village differs from the one replayed. */
    default boolean isMismatch(Throwable e) {
        return false;
    }

    /** Throws an exception of the village again, unless it is the expected end of a replay. */
    default void failed(RuntimeException e) {
        throw e;
    }

    /** Returns whether a run is replayed, which ignores all other inputs. */
    default boolean isReplay() {
        return false;
    }

    /** Returns whether the run is recorded. */
    default boolean isRecording() {
        return false;
    }

    /** Describes the result of recording or replaying; empty without either. */
    default Optional<String> status() {
        return Optional.empty();
    }

    /** Returns why a recording is incomplete; empty if it is complete or there is none. */
    default Optional<Exception> failure() {
        return Optional.empty();
    }
}
