/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.market.Components.Bubble;
import dev.triune.talk.ConversationListener;
import dev.triune.talk.Utterance;
import org.jspecify.annotations.Nullable;

/** Shows speech letter by letter, for as long as it takes to read. */
@All(Bubble.class)
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
public final class SpeechBubbles extends IteratingSystem implements ConversationListener {
    private ComponentMapper<Bubble> mBubble;
    private Square square;

    /** The last line of a person; null if nobody has spoken. */
    @Nullable
    Utterance last;

    /** Whether a player is to hear a model for the first time. */
    boolean notice;

    @Override
    public void firstContact(String player, int agent) {
        notice = true;
    }

    @Override
    public void thinking(int agent) {
        growing(agent);
    }

    /** Adds words that have arrived from the model; the letters shown catch up. */
    @Override
    public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
        growing(agent).text = text;
    }

    @Override
    public void spoke(int agent, Utterance line) {
        last = line;
        Bubble bubble = growing(agent);
        bubble.text = line.brokenOff() ? line.text() + " -" : line.text();
        bubble.growing = false;
    }

    /** Lets bubbles disappear that will receive no more words. */
    @Override
    public void ended(IntBag agents, String reason) {
        for (int i = 0; i < agents.size(); i++) {
            if (mBubble.has(agents.get(i))) {
                mBubble.get(agents.get(i)).growing = false;
            }
        }
    }

    /** Starts a bubble with a complete text; the speaker stops for a moment. */
    void show(int speaker, String text) {
        mBubble.remove(speaker);
        mBubble.create(speaker).text = text;
        square.at(speaker).pause = 1;
    }

    /** Returns the growing bubble of a speaker; a new one after a complete line. */
    private Bubble growing(int speaker) {
        if (!mBubble.has(speaker) || !mBubble.get(speaker).growing) {
            show(speaker, "");
            mBubble.get(speaker).growing = true;
        }
        return mBubble.get(speaker);
    }

    @Override
    protected void process(int speaker) {
        Bubble bubble = mBubble.get(speaker);
        int length = bubble.text.length();
        if (bubble.shown < length) {
            bubble.shown = Math.min(length, bubble.shown + 40 * world.getDelta());
        } else if (!bubble.growing) {
            bubble.read += world.getDelta();
        }
        if (!bubble.growing && (length == 0 || bubble.read > 2.5f + length / 25f)) {
            mBubble.remove(speaker);
        }
    }
}
