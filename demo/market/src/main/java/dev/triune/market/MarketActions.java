/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Visible;
import dev.triune.market.Components.Body;
import java.util.function.Function;

/** The actions that models may order, as records; {@link MarketMinds} adds their runners. */
public sealed interface MarketActions
        permits MarketActions.Visit, MarketActions.Follow, MarketActions.Stay {
    @Help("go to a stall and look at what it sells")
    record Visit(@Visible("stall") String stall) implements MarketActions {}

    @Help("go along with somebody who asked you to come")
    record Follow(@Visible("person") String person) implements MarketActions {}

    @Help("stop following and stay where you are")
    record Stay() implements MarketActions {}

    /** The actions of wolves, which are another kind of mind. */
    sealed interface OfWolves permits Prowl, Howl {}

    @Help("sneak around a stall and sniff for meat")
    record Prowl(@Visible("stall") String stall) implements OfWolves {}

    @Help("howl at the moon")
    record Howl() implements OfWolves {}

    /** Stands still for a while: a minimal runner. One instance serves all agents. */
    @SuppressWarnings("NullAway.Init") // Artemis fills in systems
    class Stand<A> implements ActionRunner<A> {
        private final float seconds;
        Square square;

        Stand(float seconds) {
            this.seconds = seconds;
        }

        @Override
        public Progress start(int agent, A action) {
            square.at(agent).stop();
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, A action) {
            return square.at(agent).idle < seconds ? Progress.RUNNING : Progress.DONE;
        }
    }

    /** Walks to a stall and stands there: an action with a path and a duration. */
    final class GoToStall<A> extends Stand<A> {
        private final Function<A, String> name;

        GoToStall(Function<A, String> name, float seconds) {
            super(seconds);
            this.name = name;
        }

        @Override
        public Progress start(int agent, A action) {
            int stall = square.find(name.apply(action));
            if (stall < 0) {
                return Progress.failed("there is no " + name.apply(action) + " here");
            }
            Body at = square.at(stall);
            float side = (agent % 5 - 2) * 0.95f; // customers stand side by side
            square.at(agent).go(at.x + side, at.y - 2.2f - agent % 3 * 0.6f, 1);
            return Progress.RUNNING;
        }
    }
}
