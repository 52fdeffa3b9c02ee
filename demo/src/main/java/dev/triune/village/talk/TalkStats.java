/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationEffect;
import dev.triune.conversation.ConversationListener;
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
    private long day;
    private long conversations;
    private long lines;
    private long promises;
    private long factsShared;
    private long relations;
    private long repeats;
    private long ownRepeats;
    private long distinct;

    private record SaidLine(String speaker, String words, long tick) {}

    TalkStats() {}

    /** Returns the number of conversations begun. */
    public long conversations() {
        return conversations;
    }

    /** Returns the number of lines of villagers, including calls to meetings. */
    public long lines() {
        return lines;
    }

    /** Returns the number of lines that repeat one of the minute before in the same words. */
    public long repeats() {
        return repeats;
    }

    /** Returns the number of repeats of the speaker's own words. */
    public long ownRepeats() {
        return ownRepeats;
    }

    /** Returns the number of lines that were new on their day. */
    public long distinct() {
        return distinct;
    }

    /** Returns the number of promises made. */
    public long promises() {
        return promises;
    }

    /** Returns the number of times that somebody learned a fact. */
    public long factsShared() {
        return factsShared;
    }

    /** Returns the number of changes of a liking. */
    public long relations() {
        return relations;
    }

    @Override
    public void began(Transcript conversation) {
        conversations++;
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
        lines++;
        repeats += said ? 1 : 0;
        ownRepeats += own ? 1 : 0;
        lastMinute.addLast(new SaidLine(speaker, words, tick));
        if (Calendar.day(tick) != day || today.size() == MOST_LINES) {
            day = Calendar.day(tick);
            today.clear();
        }
        distinct += today.add(words) ? 1 : 0;
    }

    @Override
    public void effect(ConversationEffect effect) {
        if (effect instanceof ConversationEffect.Promise) {
            promises++;
        } else if (effect instanceof ConversationEffect.Information information) {
            factsShared += information.kind().equals(TalkEffects.QUOTE) ? 0 : 1;
        } else {
            relations++;
        }
    }

    /** Returns all figures, for saves. */
    public long[] state() {
        return new long[] {
            conversations, lines, promises, factsShared, relations, repeats, ownRepeats, distinct
        };
    }

    /** Restores the figures of a save; ignores those of another format. */
    public void resume(long[] state) {
        if (state.length != state().length) {
            return;
        }
        conversations = state[0];
        lines = state[1];
        promises = state[2];
        factsShared = state[3];
        relations = state[4];
        repeats = state[5];
        ownRepeats = state[6];
        distinct = state[7];
    }
}
