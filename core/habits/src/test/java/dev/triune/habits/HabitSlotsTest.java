/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names in plans become slots, and plans are compared without regard to amounts and order. */
class HabitSlotsTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("visit", "go to somebody or some place", Field.text("whom"))
            .action(
                    "gather",
                    "collect",
                    Field.oneOf("thing", "wood", "stone"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .build();

    private final Habits habits = Habits.learning().exploration(0, 0);

    private MindTest world(String... answers) {
        return MindTest.world(ACTIONS)
                .mind(answers)
                .stepsTake(20)
                .plugin(minds -> minds.with(habits).configure(config -> config.thinkAhead(false)));
    }

    private static String visit(String... whom) {
        return List.of(whom).stream()
                .map(each -> "{\"type\":\"visit\",\"whom\":\"" + each + "\"}")
                .collect(Collectors.joining(",", "{\"action\":[", "]}"));
    }

    private static int bystander(MindTest sim, String name) {
        int agent = sim.agent(name);
        sim.get(agent, Mind.class).usesModel = false;
        return agent;
    }

    private static void useHabits(MindTest sim, int plans) {
        sim.tickUntil(() -> sim.stats().plans().ordered() >= plans, 20_000);
    }

    private List<String> plans() {
        return habits.all().stream().map(Habit::plan).toList();
    }

    @Test
    void planForSomebodyElsewhereDoesNotBecomeAHabit() {
        MindTest sim = world(visit("oren"));
        sim.agent("Mira");
        bystander(sim, "Oren");
        sim.tickUntil(() -> sim.stats().answers().total() == 4, 20_000);
        assertThat(plans()).isEmpty();
    }

    @Test
    void agentNamedByAGoalIsASlot() {
        MindTest sim = world(visit("Oren 2"));
        int mira = sim.agent("Mira");
        int oren = bystander(sim, "Oren");
        int other = bystander(sim, "Oren 2");
        sim.get(mira, Goals.class).add("", "see Orenburg");
        sim.get(mira, Goals.class).add("", "win the heart of Oren 2");
        sim.get(oren, Goals.class).add("", "meet Mira");
        sim.get(mira, Senses.class).nearby.add(other); // the goal comes first
        sim.tickUntil(() -> !plans().isEmpty(), 20_000);
        assertThat(plans()).containsExactly("visit <goal>");

        sim.tickUntil(() -> !sim.queue(oren).isEmpty(), 2_000);
        assertThat(sim.queue(oren)).singleElement().hasToString("visit Mira");
        assertThat(sim.queue(other)).isEmpty();
    }

    @Test
    void neighbouringStepsOfOneTypeCountInAnyOrder() {
        String gather = "{\"type\":\"gather\",\"thing\":\"%s\",\"amount\":%d}";
        String wood = gather.formatted("wood", 2);
        String stone = gather.formatted("stone", 5);
        String rest = "{\"type\":\"rest\"}";
        MindTest sim = world(
                "{\"action\":[" + wood + "," + stone + "," + rest + "]}",
                "{\"action\":[" + rest + "," + wood + "," + stone + "]}",
                "{\"action\":[" + stone + "," + wood + "," + rest + "]}");
        sim.agent("Mira");
        useHabits(sim, 1);
        assertThat(sim.stats().answers().total()).isEqualTo(3);
        assertThat(plans()).containsExactly("gather wood 2, gather stone 5, rest");
    }

    @Test
    void nameInAnotherCaseIsTheSameSlot() {
        MindTest sim = world(visit("Shed", "shed", "cabin"));
        int mira = sim.agent("Mira");
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("shed", "hut"));
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("cabin", "hut"));
        useHabits(sim, 1);
        assertThat(plans())
                .containsExactly("visit <nearest hut>, visit <nearest hut>, visit <nearest hut 2>");
    }

    @Test
    void planWithTooManyNamesOfOneKindDoesNotBecomeAHabit() {
        String[] huts = IntStream.rangeClosed(1, 10)
                .mapToObj(number -> "hut-" + (char) ('a' + number))
                .toArray(String[]::new);
        MindTest sim = world(visit(huts));
        int mira = sim.agent("Mira");
        for (String hut : huts) {
            sim.get(mira, Senses.class).visible.add(VisibleObject.of(hut, "hut"));
        }
        sim.tickUntil(() -> sim.stats().answers().total() == 3, 20_000);
        assertThat(sim.stats().steps().done()).isGreaterThanOrEqualTo(20);
        assertThat(plans()).isEmpty();
    }
}
