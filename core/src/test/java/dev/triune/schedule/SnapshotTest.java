/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.apply.Decisions;
import dev.triune.clock.GameClock;
import dev.triune.clock.GameClockSystem;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What of an agent gets into its prompt. */
class SnapshotTest {
    @Test
    void aPromptShowsNoEntityIds() {
        TestWorld world = TestWorld.thinkingOnly();
        for (int i = 0; i < 7_321; i++) {
            world.world.create(); // so that ids are numbers that stand for nothing else
        }
        int agent = world.agent();
        assertThat(agent).isEqualTo(7_321);
        world.persona(agent).name = "Ada";
        world.senses(agent).nearby.add(7_320);
        world.conversation(agent).partners.add(7_319);
        world.senses(agent).hear(new Speech("Bo", "Hello!", 0));
        world.tick();
        assertThat(text(world.broker.grant(world.broker.last()).orElseThrow()))
                .contains("Ada", "Bo")
                .doesNotContain("732", "731");
        assertThat(world.broker.last().request().agent()).startsWith("Ada #").doesNotContain("732");
    }

    @Test
    void anAgentOfTheBareMinimumHasAPromptToo() {
        GameClock clock = new GameClock();
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfiguration()
                .setSystem(new GameClockSystem(clock))
                .setSystem(new LLMSchedulerSystem(
                        clock, broker, new Decisions(), new Thinking(TestWorld.ACTIONS))));
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Behavior.class).create(agent);
        world.getMapper(BehaviorQueue.class).create(agent);
        world.process();
        assertThat(text(broker.grant(broker.last()).orElseThrow())).contains("You are somebody.");
        assertThat(broker.last().request().agent()).startsWith("somebody #");
    }

    private static String text(Prompt prompt) {
        return prompt.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }
}
