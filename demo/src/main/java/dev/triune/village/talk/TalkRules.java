/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.autonomic.Reflexes;
import dev.triune.schedule.SelectionTable;
import dev.triune.schedule.StandardRule;

/** What talking asks of minds: whose turn it is decides who thinks, and talkers stand together. */
public final class TalkRules {
    private TalkRules() {}

    /**
     * The table with taking turns in it. What is heard outside of conversations reaches the talker by
     * {@link StandardRule#CONVERSATION}, as ever. The rules serve one world.
     */
    public static SelectionTable selection(SelectionTable table) {
        return table.with(new TheirTurn(), StandardRule.CONVERSATION)
                .with(new Listening(), StandardRule.CONVERSATION);
    }

    /** The same reflexes with one more: whoever is in a conversation stops for it. */
    public static Reflexes reflexes(Reflexes others) {
        return others.with(new StandTogether());
    }
}
