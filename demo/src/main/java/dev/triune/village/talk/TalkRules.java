/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;

/** What talking asks of minds: whose turn it is decides who thinks, and talkers stand together. */
public final class TalkRules {
    private TalkRules() {}

    /**
     * The table with taking turns in it. What is heard outside of conversations reaches the talker by
     * {@link StandardSelectionRule#CONVERSATION}, as ever. The rules serve one world.
     */
    public static SelectionTable selection(SelectionTable table) {
        return table.with(new SpeakingTurnRule(), StandardSelectionRule.CONVERSATION)
                .with(new ListeningRule(), StandardSelectionRule.CONVERSATION);
    }

    /** The same reflexes with one more: whoever is in a conversation stops for it. */
    public static ReflexTable reflexes(ReflexTable others) {
        return others.with(new StandAndTalkReflex());
    }
}
