/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.village.people.Position;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Village;
import dev.triune.village.world.Wolf;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Counts how the people of a village spend their time: asleep, with something to do, in talk, and
 * how long their plans are. Run it for a table: {@code FIRST_SEED LAST_SEED DAYS [off]}.
 */
public final class VillageCensus implements SimulationObserver {
    private static final int SAMPLE_EVERY = 20;
    private static final float AT_HOME = 1.5f;
    private static final Set<String> PASTIMES =
            Set.of(Behavior.IDLE, Behavior.WANDER, Behavior.EXPLORE, "rest");

    /** Shares and counts of one day, or of several together. */
    static final class Figures {
        private final Map<String, long[]> shares = new HashMap<>();

        private void add(String name, boolean hit) {
            long[] both = shares.computeIfAbsent(name, none -> new long[2]);
            both[0] += hit ? 1 : 0;
            both[1]++;
        }

        private void sum(String name, long value) {
            long[] both = shares.computeIfAbsent(name, none -> new long[2]);
            both[0] += value;
            both[1]++;
        }

        void add(Figures other) {
            other.shares.forEach((name, both) -> {
                long[] mine = shares.computeIfAbsent(name, none -> new long[2]);
                mine[0] += both[0];
                mine[1] += both[1];
            });
        }

        long count(String name) {
            return shares.getOrDefault(name, new long[2])[0];
        }

        long samples(String name) {
            return shares.getOrDefault(name, new long[2])[1];
        }

        double share(String name) {
            assertThat(samples(name)).as("samples of '%s'", name).isPositive();
            return (double) count(name) / samples(name);
        }

        private double percent(String name) {
            return samples(name) == 0 ? 0 : 100 * share(name);
        }
    }

    private final List<Figures> days = new ArrayList<>();
    private final Map<Integer, List<Step>> plans = new HashMap<>();
    private final Set<String> clamped = new HashSet<>();
    private final Map<String, Long> failures = new HashMap<>();
    private final Set<String> knownNews = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private Map<Chronicle.Change, Long> changes = Map.of();
    private final Map<Integer, Boolean> walksOnly = new HashMap<>();
    private long tick;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Home> mHome;

    /** Runs a village for the given ticks and counts. */
    static VillageCensus of(SimulationSettings settings, int ticks) {
        VillageCensus census = new VillageCensus();
        VillageListener news = new VillageListener() {
            @Override
            public void eventAnnounced(String words) {
                census.today().add("news", census.knownNews.add(words.replaceAll("\\d", "")));
                census.log.add("day " + Calendar.day(census.tick) + " " + Calendar.time(census.tick)
                        + " " + words);
            }
        };
        try (VillageSimulation village =
                new VillageBuilder(settings).listener(news).observer(census).build()) {
            village.inject(census);
            for (int i = 0; i < ticks; i++) {
                village.tick();
                census.observe(village);
            }
            VillageAssertions.everybodyWell(village, settings);
            census.changes = new EnumMap<>(Chronicle.Change.class);
            for (Chronicle.Change change : Chronicle.Change.values()) {
                census.changes.put(change, village.village().chronicle().count(change));
            }
        }
        return census;
    }

    /** Returns the figures of a day, counted from 1, which lasts from six to six. */
    Figures day(int number) {
        return days.get(number - 1);
    }

    /** Returns how often a change occurred. */
    long changes(Chronicle.Change change) {
        return changes.getOrDefault(change, 0L);
    }

    /** Returns the figures of all days together. */
    Figures all() {
        Figures sum = new Figures();
        days.forEach(sum::add);
        return sum;
    }

    private void observe(VillageSimulation village) {
        tick = village.ticks();
        if (tick % SAMPLE_EVERY == 0) {
            for (int agent : village.villagers()) {
                sample(agent, today(), Calendar.hour(tick));
                Position at = mPosition.get(agent);
                if (village.village().wolf().distance(at.x, at.y) < Wolf.SAFE_RADIUS) {
                    today().add("talk in danger", mConversation.get(agent).active);
                }
                if (village.village().isStorm() && !mBehavior.get(agent).asleep) {
                    sampleStorm(agent, village.village());
                }
            }
        }
    }

    private void sampleStorm(int agent, Village village) {
        Position at = mPosition.get(agent);
        Home home = mHome.get(agent);
        boolean sheltered =
                at.distance(home.x, home.y) <= AT_HOME || village.buildings().warmedAt(at.x, at.y);
        today().add("sheltered in a storm", sheltered);
        if (!sheltered) {
            today().add("talk in a storm", mConversation.get(agent).active);
        }
    }

    private Figures today() {
        int day = (int) (tick / Calendar.TICKS_PER_DAY);
        while (days.size() <= day) {
            days.add(new Figures());
        }
        return days.get(day);
    }

    private void sample(int agent, Figures day, int hour) {
        Behavior behavior = mBehavior.get(agent);
        if (hour >= 23 || hour < 5) {
            day.add("asleep at night", behavior.asleep);
        }
        if (hour >= 8 && hour < 19) {
            day.add("asleep by day", behavior.asleep);
        }
        if (behavior.asleep) {
            Position at = mPosition.get(agent);
            Home home = mHome.get(agent);
            day.add("sleep at home", at.distance(home.x, home.y) <= AT_HOME);
            return;
        }
        boolean talks = mConversation.get(agent).active;
        boolean danger = mNeeds.get(agent).danger;
        boolean step = behavior.origin == Behavior.Origin.STEP;
        boolean walk = step
                && (behavior.name.equals("go_to") || behavior.name.equals("follow"))
                && walksOnly.getOrDefault(agent, false);
        boolean busy = !PASTIMES.contains(behavior.name) && !walk;
        day.add("purpose", busy);
        day.add("purpose without talk", busy && !behavior.name.equals("stand_and_talk"));
        QueuedStep next = mQueue.get(agent).next();
        day.add("mistakes", step && next != null && clamped.contains(next.step.toString()));
        day.add("doing " + behavior.name, true);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        if (layer == Layer.EXECUTOR) {
            plans.computeIfAbsent(agent, none -> new ArrayList<>()).add(step);
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        List<Step> plan = plans.remove(agent);
        if (plan != null && layer == Layer.EXECUTOR) {
            planned(agent, plan);
        }
    }

    @Override
    public void planOrdered(int agent, String origin, List<Step> steps) {
        if (!steps.isEmpty()) { // otherwise it keeps its plan
            planned(agent, steps);
        }
    }

    private void planned(int agent, List<Step> plan) {
        boolean walks = plan.stream().allMatch(step -> step.type().equals("go_to"));
        walksOnly.put(agent, walks);
        today().add("lone go_to", walks);
        if (walks) {
            today().add("walk " + plan.get(0) + " " + Calendar.hour(tick), true);
        }
        today().sum("steps", plan.size());
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        if (layer == Layer.EXECUTOR && correction.contains("900")) {
            clamped.add(step.toString());
        }
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        boolean nothing = reason.contains("you carry nothing");
        today().add("carries nothing", nothing);
        today().add(
                        "begins done",
                        nothing && mQueue.get(agent).wholePlan().get(0).step.equals(step));
        failures.merge(step.type() + ": " + reason.replaceAll("^[A-Z]\\w+", "X"), 1L, Long::sum);
    }

    /** Prints a row for each seed. */
    public static void main(String... args) {
        int days = Integer.parseInt(args[2]);
        boolean habits = args.length < 4;
        Map<String, Long> failures = new HashMap<>();
        Figures sum = new Figures();
        for (long seed = Long.parseLong(args[0]); seed <= Long.parseLong(args[1]); seed++) {
            SimulationSettings settings = SimulationSettings.offline(seed)
                    .with(habits ? HabitSource.LEARNING : HabitSource.OFF);
            VillageCensus census = of(settings, days * Calendar.TICKS_PER_DAY);
            for (int day = 1; day <= days; day++) {
                if (day == 1 || day == days || day % 10 == 0) {
                    print("seed " + seed + " day " + day, census.day(day));
                }
            }
            print("seed " + seed, census.all());
            System.out.println("seed " + seed + " " + census.changes);
            if (Boolean.getBoolean("log")) {
                census.log.forEach(System.out::println);
            }
            sum.add(census.all());
            census.failures.forEach((why, count) -> failures.merge(why, count, Long::sum));
        }
        print("all", sum);
        sum.shares.entrySet().stream()
                .filter(each -> each.getKey().matches("(doing|walk) .*"))
                .sorted((a, b) -> Long.compare(b.getValue()[0], a.getValue()[0]))
                .limit(30)
                .forEach(each -> System.out.printf(
                        Locale.ROOT,
                        "%6.1f %% %s%n",
                        100.0 * each.getValue()[0] / sum.samples("purpose"),
                        each.getKey()));
        failures.entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .limit(15)
                .forEach(each -> System.out.println(each.getValue() + " times " + each.getKey()));
    }

    private static void print(String what, Figures of) {
        System.out.printf(
                Locale.ROOT,
                "%-16s night %5.1f day %5.1f home %5.1f purpose %5.1f (no talk %5.1f) danger talk %5.1f storm talk %5.1f sheltered %5.1f"
                        + " mistakes %5.2f lone go_to %5.1f steps %4.2f carry nothing %d (at first %d) new events %d%n",
                what,
                of.percent("asleep at night"),
                of.percent("asleep by day"),
                of.percent("sleep at home"),
                of.percent("purpose"),
                of.percent("purpose without talk"),
                of.percent("talk in danger"),
                of.percent("talk in a storm"),
                of.percent("sheltered in a storm"),
                of.percent("mistakes"),
                of.percent("lone go_to"),
                of.percent("steps") / 100,
                of.count("carries nothing"),
                of.count("begins done"),
                of.count("news"));
    }
}
