/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationListener;
import dev.triune.market.Components.Bubble;
import dev.triune.market.Components.Walk;

/** Shows what is said, letter by letter, for as long as it takes to read. */
@All(Bubble.class)
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class SpeechBubbles extends IteratingSystem implements ConversationListener {
    private static final float LETTERS_PER_SECOND = 40;
    private static final float READ_SECONDS = 2.5f;
    private static final float READ_LETTERS_PER_SECOND = 25;

    private ComponentMapper<Bubble> mBubble;
    private ComponentMapper<Walk> mWalk;

    @Override
    public void thinking(int agent) {
        start(agent).growing = true;
    }

    /** More words have arrived from the model: the letters catch up with them. */
    @Override
    public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
        Bubble bubble = mBubble.has(agent) ? mBubble.get(agent) : start(agent);
        if (!bubble.growing) {
            bubble = start(agent); // the one before was a whole line
            bubble.growing = true;
        }
        bubble.text = text;
    }

    @Override
    public void spoke(int agent, Utterance line) {
        Bubble bubble = mBubble.has(agent) ? mBubble.get(agent) : start(agent);
        if (!bubble.growing) {
            bubble = start(agent);
        }
        bubble.text = line.brokenOff() ? line.text() + " -" : line.text();
        bubble.growing = false;
    }

    /** Who thought but said nothing has no bubble any more. */
    @Override
    public void ended(IntBag agents, String reason) {
        for (int i = 0; i < agents.size(); i++) {
            Bubble bubble = mBubble.get(agents.get(i));
            if (bubble != null) {
                bubble.growing = false;
            }
        }
    }

    /** Starts a bubble with a whole text. */
    void show(int speaker, String text) {
        Bubble bubble = start(speaker);
        bubble.text = text;
    }

    private Bubble start(int speaker) {
        mBubble.remove(speaker);
        mWalk.get(speaker).pause = 1;
        return mBubble.create(speaker);
    }

    @Override
    protected void process(int speaker) {
        Bubble bubble = mBubble.get(speaker);
        float delta = world.getDelta();
        int length = bubble.text.length();
        if (bubble.shown < length) {
            bubble.shown = Math.min(length, bubble.shown + LETTERS_PER_SECOND * delta);
        } else if (!bubble.growing) {
            bubble.read += delta;
        }
        if ((length == 0 && !bubble.growing)
                || bubble.read > READ_SECONDS + length / READ_LETTERS_PER_SECOND) {
            mBubble.remove(speaker);
        }
    }
}
