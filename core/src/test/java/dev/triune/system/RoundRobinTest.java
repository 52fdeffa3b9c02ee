/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Layer;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Prompt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The order and timing of the agents' requests. */
class RoundRobinTest {
    private static final PlanPart HELLO = new PlanPart.SpokenText("Hello.");

    private final TestWorld world = TestWorld.thinkingOnly();

    @Test
    void requestsOfTheWholeGameAreFiveTicksApart() {
        for (int i = 0; i < 20; i++) {
            world.agent();
        }
        List<Long> ticks = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int before = world.broker.asked().size();
            world.tick();
            for (int n = before; n < world.broker.asked().size(); n++) {
                ticks.add(world.clock.tick());
            }
            world.broker.grantAll();
        }
        assertThat(ticks).containsExactly(1L, 6L, 11L, 16L, 21L, 26L, 31L, 36L, 41L, 46L, 51L, 56L);
    }

    @Test
    void requestIntervalIsConfigurable() {
        TestWorld quick = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .pace(pace -> pace.withRequestInterval(Duration.ZERO))
                .build();
        for (int i = 0; i < 10; i++) {
            quick.agent();
        }
        quick.ticks(10);
        assertThat(quick.broker.asked()).hasSize(10); // one a tick
    }

    @Test
    void mostUrgentAgentGoesFirst() {
        int idle = named("idle");
        int inCompany = named("in company");
        world.senses(inCompany).nearby.add(idle);
        int done = named("done");
        world.behavior(done).completed = true;
        int talking = named("talking");
        world.conversation(talking).active = true;
        for (int i = 0; i < 16; i++) {
            world.tick();
            world.broker.grantAll();
        }
        assertThat(askers(world.broker)).containsExactly("talking", "done", "in company", "idle");
        assertThat(world.broker.asked().stream()
                        .map(asked -> asked.request().priority().level()))
                .containsExactly(8, 7, 6, 5);
    }

    @Test
    void equallyUrgentAgentsTakeEqualTurns() {
        for (int i = 0; i < 100; i++) { // 10 s of cooldown are room for 40 requests
            named("agent " + i);
        }
        int answered = 0;
        for (int tick = 0; tick < 4_000; tick++) {
            world.tick();
            while (answered < world.broker.asked().size()) {
                world.broker.answer(world.broker.asked().get(answered++), HELLO);
            }
        }
        assertThat(shares(world.broker))
                .hasSize(100)
                .allSatisfy((name, share) -> assertThat(share).isEqualTo(8));
    }

    @Test
    void agentsTakeEqualTurnsForModelDrivenReflexes() {
        TestWorld hungry = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .thinking(mindConfig -> mindConfig.layer(
                        Layer.AUTONOMIC,
                        autonomic -> autonomic.withPrompt(agentSnapshot -> Prompt.of("Now?"))))
                .build();
        for (int i = 0; i < 20; i++) { // 1 s of cooldown is room for 4 requests
            int agent = hungry.agent();
            hungry.persona(agent).name = "agent " + i;
            hungry.needs(agent).hunger = 0.1f;
        }
        for (int tick = 0; tick < 200; tick++) {
            hungry.tick();
            hungry.broker.asked().forEach(asked -> hungry.broker.end(asked, FakeBroker.ANSWERED));
        }
        assertThat(shares(hungry.broker))
                .hasSize(20)
                .allSatisfy((name, share) -> assertThat(share).isEqualTo(2));
    }

    @Test
    void agentHasAtMostOneLiveRequest() {
        int agent = world.agent();
        world.ticks(1_000);
        assertThat(world.broker.asked()).hasSize(1);
        world.broker.grant(world.broker.last());
        world.tick();
        world.conversation(agent).active = true;
        world.scheduler.resetCooldowns(agent);
        assertThat(world.scheduler.request(agent)).isEmpty();
        world.broker.answer(world.broker.last());
        world.tick();
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void cooldownsDoNotElapseWhileTheGameIsPaused() {
        int agent = world.agent();
        world.tick();
        world.broker.answer(world.broker.last());
        for (int i = 0; i < 100; i++) {
            world.broker.doWork(); // time passes at the broker, none in the game
        }
        assertThat(world.scheduler.timeUntilReady(agent, Layer.EXECUTOR))
                .isEqualTo(Duration.ofSeconds(10));
        world.ticks(199);
        assertThat(world.broker.asked()).hasSize(1);
        world.tick();
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void cooldownCanBeChangedWhileTheGameRuns() {
        int agent = world.agent();
        world.tick();
        world.scheduler.layer(
                Layer.EXECUTOR, executor -> executor.withCooldown(Duration.ofSeconds(2)));
        assertThat(world.scheduler.timeUntilReady(agent, Layer.EXECUTOR))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void serialsAreNeverReused() {
        List<Long> serials = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int agent = world.agent();
            world.tick();
            serials.add(world.mind(agent).serial);
            world.world.delete(agent);
            world.tick();
        }
        assertThat(serials).doesNotHaveDuplicates().doesNotContain(0L).isSorted();
    }

    @Test
    void brokerDoesItsWorkEveryTick() {
        int before = world.broker.turns();
        world.ticks(10);
        assertThat(world.broker.turns() - before).isGreaterThanOrEqualTo(10);
    }

    @Test
    void examiningAThousandCoolingAgentsAllocatesNothing() {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .pace(pace -> pace.withAgentsPerTick(1_000))
                .build();
        for (int i = 0; i < 1_000; i++) {
            int agent = world.agent();
            world.senses(agent).nearby.add(agent);
            world.conversation(agent).active = i % 3 == 0;
            world.needs(agent).hunger = i % 4 == 0 ? 0.1f : 0.9f;
        }
        for (Layer layer : List.of(Layer.TALKER, Layer.EXECUTOR)) {
            world.scheduler.layer(layer, config -> config.withEnabled(false));
        }
        world.ticks(2_000);
        assertThat(world.broker.asked()).isEmpty();
        // A byte an agent and tick would be a million. The autonomic layer is invoked all along.
        assertThat(Allocation.of(() -> world.ticks(1_000))).isLessThan(2_000);
        assertThat(world.scheduler.stats().requests().selections(Layer.AUTONOMIC))
                .isGreaterThan(30_000);
    }

    private int named(String name) {
        int agent = world.agent();
        world.persona(agent).name = name;
        return agent;
    }

    private static Map<String, Long> shares(FakeBroker broker) {
        return askers(broker).stream()
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    private static List<String> askers(FakeBroker broker) {
        return broker.asked().stream()
                .map(asked -> asked.request().agent().replaceFirst(" #.*", ""))
                .toList();
    }
}
