/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot.PlanState;
import dev.triune.prompt.AgentSnapshot.PlannedStep;
import dev.triune.prompt.AgentSnapshot.Vitals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Snapshots of somebody in a village, and the catalog of what is done there. */
public final class Snapshots {
    /** What villagers can be ordered to do. */
    public static final ActionCatalog VILLAGE = ActionCatalog.builder()
            .action("go_to", "walk there", Field.oneOf("place", "square", "forest", "river"))
            .action(
                    "gather",
                    "collect what grows; the walk is included",
                    Field.oneOf("target", "wood", "stone", "berries"),
                    Field.whole("amount", 1, 20))
            .action("deposit", "put all that you carry into the storehouse")
            .action(
                    "withdraw",
                    "take from the storehouse",
                    Field.oneOf("item", "wood", "stone", "berries"),
                    Field.whole("amount", 1, 20))
            .action(
                    "plan_build",
                    "build; the material must be in the storehouse",
                    Field.oneOf("building", "home", "campfire", "well"))
            .action("cook", "make meals out of berries at a fire", Field.whole("amount", 1, 5))
            .action(
                    "give",
                    "hand something over to somebody near",
                    Field.text("to"),
                    Field.text("item"))
            .action(
                    "talk",
                    "walk to somebody and say something",
                    Field.text("to"),
                    Field.text("text"))
            .action("follow", "stay with somebody for a while", Field.text("to"))
            .action("call_meeting", "call everybody to the square", Field.text("subject"))
            .build();

    private static final List<String> SAYINGS = List.of(
            "There you are. Have you eaten?",
            "The fire is nearly out, and the night will not wait for us.",
            "Good to see you. How is the work?",
            "I heard an owl over the quarry last night.",
            "Hm.");
    private static final List<String> EVENTS = List.of(
            "Oren and I carried wood until dark",
            "The storehouse was empty in the morning",
            "I was cold at night",
            "We finished the third home",
            "Mira sang at the fire",
            "A wolf came as near as the well");

    private final SplittableRandom random;
    private final Deque<String> memories = new ArrayDeque<>(EVENTS.subList(0, 4));
    private final Deque<String> heard = new ArrayDeque<>();
    private int minutes;

    /** A villager whose days depend on that seed alone. */
    Snapshots(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The next moment in which the villager is asked: all that changes has changed. */
    AgentSnapshot next() {
        minutes += random.nextInt(5, 60);
        remember(memories, EVENTS.get(random.nextInt(EVENTS.size())) + ", day " + minutes / 1440);
        remember(heard, SAYINGS.get(random.nextInt(SAYINGS.size())));
        AgentSnapshot.Builder now =
                ada().vitals(vitals()).surroundings(surroundings()).plan(planState());
        memories.forEach(text -> now.memory(text, text.startsWith("A wolf") ? "Oren" : ""));
        heard.forEach(text -> now.heard(text.length() % 2 == 0 ? "Oren" : "Mira", text));
        return now.troubles(
                        random.nextInt(4) > 0
                                ? List.of()
                                : List.of("withdraw: the storehouse holds no stone"))
                .build();
    }

    /** What seldom changes of the villager. */
    static AgentSnapshot.Builder ada() {
        return AgentSnapshot.of(new AgentSnapshot.Person(
                        "Ada",
                        "A builder, stubborn and cheerful. She lives by the river and hides that"
                                + " she cannot swim.",
                        List.of("masonry", "carpentry")))
                .goal("see the well finished before the storm", 0.4f)
                .goal("find out who took the axe", 0)
                .priorities(List.of("shelter for everybody", "honesty", "a warm meal a day"))
                .relation("Oren", "always lends a hand", 0.7f)
                .relation("Mira", "talks behind people's backs", -0.3f)
                .relation("Bram", "", 0.1f);
    }

    /** All messages in the order in which a model reads them. */
    public static String text(Prompt prompt) {
        return prompt.messages().stream().map(Message::text).collect(Collectors.joining());
    }

    private Surroundings surroundings() {
        return new Surroundings(
                        "It is day " + (1 + minutes / 1440) + ", " + minutes % 1440 / 60 + ":"
                                + (10 + minutes % 50) + ".",
                        random.nextBoolean() ? List.of("Oren") : List.of("Mira", "Bram"),
                        List.of(
                                "the storehouse holds: wood " + random.nextInt(40) + ", stone "
                                        + random.nextInt(40) + ", berries " + random.nextInt(60),
                                "you carry: stone " + random.nextInt(9),
                                "the fire at the square burns "
                                        + (random.nextBoolean() ? "low" : "well"),
                                "buildings with those under way: home 5 of 8, well 0 of 1",
                                "wood to gather at the forest: " + random.nextInt(120)))
                .options(List.of(
                        "a home takes wood 12 and stone 6",
                        "a campfire takes wood 4",
                        "a well takes wood 2 and stone 10"));
    }

    private Vitals vitals() {
        return new Vitals(
                random.nextFloat(), random.nextFloat(), random.nextFloat(), 1, random.nextFloat());
    }

    private PlanState planState() {
        return new PlanState(
                "gather",
                List.of(
                        new PlannedStep("gather stone " + random.nextInt(1, 20), true),
                        new PlannedStep("deposit", false)),
                List.of(),
                "",
                false);
    }

    private void remember(Deque<String> some, String more) {
        if (random.nextInt(3) > 0) {
            some.addLast(more);
        }
        while (some.size() > 5) {
            some.removeFirst();
        }
    }

    /** That many lines of that length, none like the other. */
    static List<String> lines(int count, int length) {
        String[] all = new String[count];
        for (int i = 0; i < count; i++) {
            String number = Integer.toString(i);
            all[i] = number + "x".repeat(Math.max(0, length - number.length()));
        }
        return List.of(all);
    }
}
