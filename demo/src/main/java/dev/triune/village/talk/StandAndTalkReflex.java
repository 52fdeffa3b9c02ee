/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.rule.ReflexRule;
import dev.triune.talk.Conversations;
import org.jspecify.annotations.Nullable;

/**
 * Makes members of a conversation stand still, because walking would take them out of earshot; also
 * whoever waits for its first words.
 * Hunger and more urgent reflexes have priority, and so do steps chosen in the conversation.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class StandAndTalkReflex implements ReflexRule {
    /** The behaviour that it starts. */
    public static final String BEHAVIOR = "stand_and_talk";

    private static final int PRIORITY = 35;

    private Conversations talks;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<BehaviorQueue> mQueue;

    @Override
    public String name() {
        return "in conversation";
    }

    @Override
    public String behavior() {
        return BEHAVIOR;
    }

    @Override
    public boolean remembered() {
        return false;
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
        return (mConversation.get(agent).active || talks.awaitsTalk(agent))
                && !actsOnWords(mQueue.get(agent).next());
    }

    /** Returns whether the next step was chosen in a conversation, which is done at once. */
    private static boolean actsOnWords(@Nullable QueuedStep next) {
        return next != null && next.inConversation;
    }
}
