/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.fixture.FakeBroker;
import dev.triune.habits.Habits;
import dev.triune.llm.Broker;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Conversations;
import org.junit.jupiter.api.Test;

/** The code of docs/habits.md about small talk, between marks. */
final class SmallTalkPageTest {
    private final Broker broker = new FakeBroker();
    private final ActionCatalog actions =
            ActionCatalog.builder().action("rest", "sit down").build();
    private final boolean night = true;

    private static void run(MindPlugin minds) {
        World world = new World(new WorldConfigurationBuilder().with(minds).build());
        world.process();
    }

    @Test
    void smallTalkAndWatchedAgentsCanBeConfigured() {
        int selected = 3;
        Conversations talk = new Conversations();
        // [sample]
        Habits habits = Habits.learning().watched(agent -> agent == selected);
        MindPlugin minds = new MindPlugin(broker, actions)
                .with(talk)
                .with(habits)
                .with(new SmallTalk((one, other) -> isNews(one, other))); // false without rules
        // [end]
        run(minds);
        assertThat(habits.all()).isEmpty();
    }

    private boolean isNews(int one, int other) {
        return night && one != other;
    }
}
