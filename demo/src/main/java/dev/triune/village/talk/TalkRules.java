/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;

/** Rules and reflexes of conversations: turns decide who thinks, and talkers stand still. */
public final class TalkRules {
    private TalkRules() {}

    /**
     * Returns the table with the rules of turns added. Speech outside of conversations reaches the
     * talker by {@link StandardSelectionRule#CONVERSATION}, as usual. The rules serve one world.
     */
    public static SelectionTable selection(SelectionTable table) {
        return table.with(new SpeakingTurnRule(), StandardSelectionRule.CONVERSATION)
                .with(new ListeningRule(), StandardSelectionRule.CONVERSATION);
    }

    /** Returns the reflexes with one added: members of a conversation stand still. */
    public static ReflexTable reflexes(ReflexTable others) {
        return others.with(new StandAndTalkReflex());
    }
}
