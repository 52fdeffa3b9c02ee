/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.talk.ConversationListener;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.Transcript;
import dev.triune.talk.Utterance;
import dev.triune.village.world.Calendar;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Statistics of conversations and their effects. Game thread only. */
public final class TalkStats implements ConversationListener {
    private static final int MINUTE = 1_200;
    private static final int MOST_LINES = 100_000;

    private final Deque<SaidLine> lastMinute = new ArrayDeque<>();
    private final Set<String> today = new HashSet<>();
    private final long[] counts = new long[Count.values().length];
    private long day;

    /** What is counted, in the order of saves. */
    public enum Count {
        /** The conversations begun. */
        CONVERSATIONS,
        /** The lines of villagers, including calls to meetings. */
        LINES,
        /** The promises made. */
        PROMISES,
        /** The times that somebody learned a fact. */
        FACTS_SHARED,
        /** The changes of a liking. */
        RELATIONS,
        /** The lines that repeat one of the minute before in the same words. */
        REPEATS,
        /** The repeats of the speaker's own words. */
        OWN_REPEATS,
        /** The lines that were new on their day. */
        DISTINCT
    }

    private record SaidLine(String speaker, String words, long tick) {}

    TalkStats() {}

    /** Returns a count. */
    public long get(Count count) {
        return counts[count.ordinal()];
    }

    private void add(Count count, boolean counted) {
        counts[count.ordinal()] += counted ? 1 : 0;
    }

    @Override
    public void began(Transcript conversation) {
        add(Count.CONVERSATIONS, true);
    }

    @Override
    public void spoke(int agent, Utterance line) {
        count(line.speaker(), line.text(), line.tick());
    }

    /** Counts a line of a villager. */
    void count(String speaker, String text, long tick) {
        String words = text.strip().toLowerCase(Locale.ROOT);
        while (!lastMinute.isEmpty() && tick - lastMinute.getFirst().tick() > MINUTE) {
            lastMinute.removeFirst();
        }
        boolean said = false;
        boolean own = false;
        for (SaidLine line : lastMinute) {
            boolean same = line.words().equals(words);
            said |= same;
            own |= same && line.speaker().equals(speaker);
        }
        add(Count.LINES, true);
        add(Count.REPEATS, said);
        add(Count.OWN_REPEATS, own);
        lastMinute.addLast(new SaidLine(speaker, words, tick));
        if (Calendar.day(tick) != day || today.size() == MOST_LINES) {
            day = Calendar.day(tick);
            today.clear();
        }
        add(Count.DISTINCT, today.add(words));
    }

    @Override
    public void effect(ConversationEffect effect) {
        if (effect instanceof ConversationEffect.Promise) {
            add(Count.PROMISES, true);
        } else if (effect instanceof ConversationEffect.Information information) {
            add(Count.FACTS_SHARED, !information.kind().equals(TalkEffects.QUOTE));
        } else {
            add(Count.RELATIONS, true);
        }
    }

    /** Returns all counts, for saves. */
    public long[] state() {
        return counts.clone();
    }

    /** Restores the counts of a save; ignores those of another format. */
    public void resume(long[] state) {
        if (state.length == counts.length) {
            System.arraycopy(state, 0, counts, 0, counts.length);
        }
    }
}
