/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import dev.triune.LayerConfig;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Visible;
import dev.triune.component.Layer;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Walk;
import dev.triune.market.Components.Wolf;
import java.time.Duration;

/** A second kind of mind in the same world, with its own actions, runners and cooldowns. */
final class Wolves {
    /** What models may order wolves to do. */
    sealed interface WolfAction permits Prowl, Howl {}

    @Help("sneak around a stall and sniff for meat")
    record Prowl(@Visible("stall") String stall) implements WolfAction {}

    @Help("howl at the moon")
    record Howl() implements WolfAction {}

    private Wolves() {}

    /** Returns the kind of all agents with a {@link Wolf}. */
    static MindKind kind(MarketPerception perception) {
        return new MindKind("wolf", Aspect.all(Wolf.class), ActionCatalog.of(WolfAction.class))
                .runner(Prowl.class, new ProwlRunner())
                .runner(Howl.class, new HowlRunner())
                .runner("flee_danger", new FleeReflex())
                .runner("wander", new StrollReflex())
                .runner("explore", new StrollReflex())
                .layer(Layer.TALKER, new LayerConfig(Duration.ofSeconds(5), 1, false)) // no talk
                .layer(Layer.EXECUTOR, new LayerConfig(Duration.ofSeconds(6), 3, true))
                .configure(config -> config.perception(perception).maxTokens(128));
    }

    @SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
    private static final class ProwlRunner implements ActionRunner<Prowl> {
        private ComponentMapper<Position> mPosition;
        private ComponentMapper<Walk> mWalk;
        private Directory directory;
        private WalkSystem walks;

        @Override
        public Progress start(int agent, Prowl prowl) {
            int stall = directory.find(prowl.stall());
            if (stall < 0) {
                return Progress.failed("there is no " + prowl.stall());
            }
            Position at = mPosition.get(stall);
            walks.go(agent, at.x + (agent % 2 == 0 ? 3.6f : -3.6f), at.y - 0.5f);
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Prowl prowl) {
            return mWalk.get(agent).idle > 2 ? Progress.DONE : Progress.RUNNING;
        }
    }

    @SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
    private static final class HowlRunner implements ActionRunner<Howl> {
        private ComponentMapper<Walk> mWalk;
        private WalkSystem walks;
        private SpeechBubbles bubbles;

        @Override
        public Progress start(int agent, Howl howl) {
            walks.stop(agent);
            mWalk.get(agent).idle = 0;
            bubbles.show(agent, "Awoooooo!");
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Howl howl) {
            return mWalk.get(agent).idle > 2 ? Progress.DONE : Progress.RUNNING;
        }
    }
}
