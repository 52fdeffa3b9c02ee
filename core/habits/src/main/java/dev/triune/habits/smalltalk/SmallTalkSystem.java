/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import com.artemis.BaseSystem;
import com.artemis.annotations.SkipWire;
import dev.triune.habits.internal.HabitSystem;
import dev.triune.habits.internal.TalkLines;
import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.Conversations;
import dev.triune.talk.SettlementRules;
import org.jspecify.annotations.Nullable;

/**
 * Joins conversations with the game's rules and the learned lines. Passive in ticks. If the game's
 * rules throw, a model is called, and nothing is learned. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // set when the world is built
final class SmallTalkSystem extends BaseSystem implements SettlementRules {
    private final SmallTalkRules rules;
    private final long interval;
    private final GameFaults faults = new GameFaults(SmallTalk.class);

    @SkipWire // its absence is reported below
    private HabitSystem habits;

    private TalkLines lines;

    SmallTalkSystem(SmallTalkRules rules, long interval) {
        this.rules = rules;
        this.interval = interval;
    }

    @Override
    protected void initialize() {
        faults.join(world);
        Conversations talk = world.getSystem(Conversations.class);
        if (talk == null) {
            throw new IllegalStateException("small talk without conversations"
                    + " (add new Conversations() with MindPlugin.with)");
        }
        HabitSystem learned = world.getSystem(HabitSystem.class);
        if (learned == null) {
            throw new IllegalStateException(
                    "small talk without habits" + " (add Habits.learning() with MindPlugin.with)");
        }
        habits = learned;
        lines = learned.lines();
        talk.settleBy(this);
    }

    @Override
    protected boolean checkProcessing() {
        return false;
    }

    @Override
    protected void processSystem() {}

    @Override
    public boolean isWatched(int agent) {
        return habits.isWatched(agent);
    }

    @Override
    public boolean hasNews(int one, int other) {
        try { // no lambda: allocates nothing
            return rules.hasNews(one, other);
        } catch (Throwable e) {
            faults.report("small talk", rules, one, e);
            return true;
        }
    }

    @Override
    public boolean explores(int one, int other, long since) {
        return lines.explores(one, other, since);
    }

    @Override
    public String news(int agent, int other) {
        return faults.get(
                "small talk", rules, agent, () -> rules.tell(agent, other).strip(), "");
    }

    @Override
    public @Nullable String line(int agent, boolean opening) {
        return lines.line(agent, opening, interval, line -> maySay(agent, line));
    }

    @Override
    public void learn(int agent, boolean opening, String line) {
        if (lines.mayLearn(line) && mayRepeat(agent, line)) {
            lines.learn(agent, opening, line);
        }
    }

    private boolean mayRepeat(int agent, String line) {
        return faults.get("small talk", rules, agent, () -> rules.mayRepeat(line), false);
    }

    private boolean maySay(int agent, String line) {
        return faults.get("small talk", rules, agent, () -> rules.maySay(agent, line), false);
    }

    @Override
    public long interval() {
        return interval;
    }
}
