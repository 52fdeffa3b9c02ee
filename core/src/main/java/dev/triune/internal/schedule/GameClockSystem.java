/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.BaseSystem;
import com.artemis.SystemInvocationStrategy;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.internal.inject.ErrorKeeper;
import java.util.Locale;
import java.util.logging.Logger;

/** Advances the clock before the other systems; warns once if the world's delta does not match. */
public class GameClockSystem extends ErrorKeeper {
    /** The ticks over which the delta is averaged. */
    private static final int SAMPLE = 100;

    /** The tolerated deviation of the average from the length of a tick, as a factor. */
    private static final double TOLERANCE = 1.25;

    /** The frames without a delta after which a clock that follows it is said to stand still. */
    private static final int FRAMES_WITHOUT_DELTA = 200;

    /** The frames in a row, each longer than what counts of it, after which the unit is doubted. */
    private static final int CUT_FRAMES = 20;

    private static final Logger LOG = Logger.getLogger(GameClockSystem.class.getName());

    private final GameClock clock;
    private final BaseSystem[] minds;
    private double sampled;
    private int samples;
    private boolean checked;
    private int still;
    private int cut;

    @SuppressWarnings("NullAway.Init") // set by initialize
    private Subscriptions subscriptions;

    /** Updates the subscriptions of a world, as its own strategy does before each system. */
    private static final class Subscriptions extends SystemInvocationStrategy {
        Subscriptions(World world) {
            setWorld(world);
        }

        @Override
        protected void process() {
            updateEntityStates();
        }
    }

    /**
     * Creates the system of a clock; in a frame with several ticks it runs these systems in all except the
     * last. As in a frame of one tick, each finds what the one before has changed.
     */
    public GameClockSystem(GameClock clock, BaseSystem... minds) {
        this.clock = clock;
        this.minds = minds.clone();
        this.checked = clock.followsDelta() || clock.hasPeriod();
    }

    @Override
    protected void initialize() {
        subscriptions = new Subscriptions(world);
    }

    @Override
    protected void processSystem() {
        if (clock.isAlsoDrivenBy(this)) {
            LOG.warning("two worlds drive one GameClock, so that time passes twice as fast (give"
                    + " each world a clock of its own). Said once.");
        }
        if (clock.followsDelta()) {
            checkDelta(world.getDelta());
        }
        int due = clock.ticksIn(world.getDelta());
        for (int i = 1; i < due && !isGone(); i++) {
            clock.advance();
            runMinds();
        }
        if (isGone()) {
            return;
        }
        if (due > 0) {
            clock.advance();
        }
        if (!checked) {
            check(world.getDelta());
        }
    }

    /** Warns if no delta has come since the beginning, so that nobody ever thinks. */
    private void checkDelta(float delta) {
        checkLength(delta);
        if (delta > 0) {
            still = FRAMES_WITHOUT_DELTA; // from now on, none is a pause
        } else if (still < FRAMES_WITHOUT_DELTA && ++still == FRAMES_WITHOUT_DELTA) {
            LOG.warning("the minds' clock follows the world's delta, but that was never above 0 in "
                    + FRAMES_WITHOUT_DELTA + " frames, so nothing happens (call world.setDelta"
                    + " before world.process, unless the game begins with a pause). Said once.");
        }
    }

    /** Warns if frame after frame is longer than what counts: the delta has another unit, then. */
    private void checkLength(float delta) {
        if (cut > CUT_FRAMES) {
            return; // it was said
        }
        cut = clock.cuts(delta) ? cut + 1 : 0;
        if (cut > CUT_FRAMES) {
            LOG.warning(String.format(
                    Locale.ROOT,
                    "the world's delta is %.4f, frame after frame, but at most one second of each"
                            + " counts for the minds (if it is in milliseconds, set MindPlugin"
                            + ".clock(GameClock.byDelta(Duration.ofMillis(1))); if it counts ticks"
                            + " or turns of a fixed length, new GameClock(Duration) with that;"
                            + " otherwise process the world in shorter steps). Said once.",
                    delta));
        }
    }

    /** Returns the clock. */
    public GameClock clock() {
        return clock;
    }

    private void runMinds() {
        for (BaseSystem system : minds) {
            if (isGone()) {
                return; // by the game, in the system before
            }
            if (system.isEnabled()) {
                subscriptions.process();
                system.process();
            }
        }
        subscriptions.process();
    }

    /** Ends the tick in which the game disposes of the world. */
    @Override
    protected void dispose() {
        super.dispose();
        clock.stop();
    }

    private void check(float delta) {
        if (!(delta > 0)) {
            return; // the game does not set the delta, or is paused
        }
        sampled += delta;
        samples++;
        if (samples < SAMPLE) {
            return;
        }
        double speedRatio = samples / (sampled * clock.ticksPerSecond());
        checked = speedRatio > TOLERANCE || speedRatio < 1 / TOLERANCE;
        if (checked) {
            LOG.warning(String.format(
                    Locale.ROOT,
                    "the minds' clock has %.0f ticks a second, one for each world.process(), but the"
                            + " world's delta is %.4f: if that is in seconds, minds are %.2f times"
                            + " as fast as the game (set MindPlugin.clock(GameClock.byDelta());"
                            + " with a delta in milliseconds GameClock.byDelta("
                            + "Duration.ofMillis(1)); if each world.process() is a tick or a turn"
                            + " of a fixed length, new GameClock(Duration) with that). Said once.",
                    clock.ticksPerSecond(),
                    sampled / samples,
                    speedRatio));
        }
        sampled = 0;
        samples = 0;
    }
}
