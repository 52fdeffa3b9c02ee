/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import dev.triune.habits.Habits;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.check.SetupPhase;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import dev.triune.talk.Conversations;
import java.time.Duration;
import java.util.Objects;

/**
 * Has agents settle small talk without a model. Needs {@link Conversations} and {@link Habits}:
 *
 * <pre>{@code
 * new MindPlugin(broker, actions).with(talk).with(habits)
 *         .with(new SmallTalk((one, other) -> isNews(one, other)));
 * }</pre>
 *
 * <p>If two would begin to talk, and no player, nobody {@linkplain Habits#watched watched} and no
 * agent that a player has just spoken to hears them, neither dislikes the other, no promise is due,
 * and neither has news for the other, their conversation begins and ends at once. One of them then
 * says a short line that a talker said in such a situation before, or nothing. The lines are kept
 * and saved with the habits. One object serves one world. Game thread only.
 */
public final class SmallTalk implements MindModule {
    private final SmallTalkRules rules;
    private Duration interval = Duration.ofSeconds(60);
    private final SetupPhase setup = new SetupPhase("this SmallTalk serves");

    /**
     * Creates small talk.
     *
     * @param rules the game's own rules; {@code (one, other) -> false} for none
     */
    public SmallTalk(SmallTalkRules rules) {
        this.rules = Objects.requireNonNull(rules, "rules");
    }

    /**
     * Sets the least time between lines heard by the same agent, zero or more; 60 s unless set.
     *
     * @throws IllegalStateException if this serves a world already
     */
    public SmallTalk interval(Duration value) {
        setup.allowChange();
        interval = Ranges.notNegative("interval", value);
        return this;
    }

    @Override
    public void install(MindContext minds) {
        setup.allowUse();
        setup.end();
        minds.afterActing(new SmallTalkSystem(rules, minds.clock().ticks(interval)));
    }
}
