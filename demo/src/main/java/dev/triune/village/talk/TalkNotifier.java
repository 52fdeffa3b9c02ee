/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import java.util.ArrayList;
import java.util.List;

/**
 * Forwards events to several listeners, in the order in which they were added. Game thread only.
 */
final class TalkNotifier implements TalkListener {
    private final List<TalkListener> all = new ArrayList<>();

    void add(TalkListener listener) {
        all.add(listener);
    }

    @Override
    public void began(int[] members) {
        all.forEach(one -> one.began(members.clone()));
    }

    @Override
    public void joined(int agent, int[] members) {
        all.forEach(one -> one.joined(agent, members.clone()));
    }

    @Override
    public void lineSpoken(int speaker, int[] listeners, String text) {
        all.forEach(one -> one.lineSpoken(speaker, listeners.clone(), text));
    }

    @Override
    public void outcome(TalkOutcome outcome) {
        all.forEach(one -> one.outcome(outcome));
    }

    @Override
    public void left(int agent, int[] members) {
        all.forEach(one -> one.left(agent, members.clone()));
    }

    @Override
    public void ended(int[] members, int turns) {
        all.forEach(one -> one.ended(members.clone(), turns));
    }
}
