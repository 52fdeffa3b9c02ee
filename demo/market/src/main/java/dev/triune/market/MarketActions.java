/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Help;
import dev.triune.action.Visible;

/**
 * What models may order the people of the market to do: one record per action. To add an action, add a
 * record here and its runner in {@link MarketMinds}.
 */
public sealed interface MarketActions {
    /** The action of {@link VisitRunner}. */
    @Help("go to a stall and look at what it sells")
    record Visit(@Visible("stall") String stall) implements MarketActions {}

    /** The action of {@link FollowRunner}. */
    @Help("go along with somebody who asked you to come")
    record Follow(@Visible("person") String person) implements MarketActions {}

    /** The action of {@link StayRunner}. */
    @Help("stop following and stay where you are")
    record Stay() implements MarketActions {}

    /** Returns these actions, and those by which an agent changes its own mind, as cancel_plan. */
    static ActionCatalog catalog() {
        return ActionCatalog.builder()
                .actions(MarketActions.class)
                .selfActions()
                .build();
    }
}
