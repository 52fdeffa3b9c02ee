/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Goals;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.habits.internal.HabitSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.Transcript;
import dev.triune.talk.Utterance;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A game with all modules, kinds of minds and three players that saves at any moment, and goes on
 * with the save, perhaps while its provider is down: everything is there once, nobody is silent for
 * ever, and everybody goes on to plan. To rerun a failing case: {@code -Dtriune.seed=<the seed
 * printed>}.
 */
class SavedLifeTest {
    private static final List<String> PLAYERS = List.of("Robin", "Zed", "Kim");

    /** Longer than any silence, patience and retries together. */
    private static final int QUIET_TICKS = 1_600;

    /** Longer than any backoff. */
    private static final int RECOVERY = 1_600;

    @Test
    void savedLivesGoOnWhateverTheMoment() throws IOException {
        long[] seeds = Thorough.seeds(10, 1_000);
        int waited = 0;
        int openPlans = 0;
        for (long seed : seeds) {
            Case one = new Case(seed);
            one.run();
            waited += one.waited;
            openPlans += one.openPlans;
        }
        if (seeds.length > 9) {
            assertThat(waited).as("players who waited during a save").isPositive();
            assertThat(openPlans).as("saves with plans that habits watch").isPositive();
        }
    }

    /** One life with one save. */
    private static final class Case {
        private final long seed;
        private final SplittableRandom random;
        private final boolean acts;
        private final int ticksPerFrame;
        private final Stage.Company company;
        private final List<String> history = new ArrayList<>();
        private Stage stage;
        private int waited;
        private int openPlans;

        Case(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            acts = random.nextInt(4) > 0;
            ticksPerFrame = 1 + random.nextInt(6);
            company = Stage.Company.values()[random.nextInt(Stage.Company.values().length)];
            stage = new Stage(seed, acts, ticksPerFrame, company);
        }

        void run() throws IOException {
            SplittableRandom fate = new SplittableRandom(~seed);
            boolean outages = fate.nextInt(3) == 0;
            for (int frames = 20 + random.nextInt(200); frames > 0; frames--) {
                stage.down = outages && fate.nextInt(40) == 0 ? !stage.down : stage.down;
                stage.frame();
                stage.play();
                if (random.nextInt(4) == 0) {
                    act();
                }
            }
            for (int acts = random.nextInt(4); acts > 0; acts--) {
                act(); // between the last tick and the save
            }
            saveAndLoad();
            stage.down = random.nextInt(3) == 0;
            history.add("loaded, the provider is " + (stage.down ? "down" : "there"));
            Set<Integer> owing = owing();
            waited = owing.size();
            stage.events.clear();
            for (long end = stage.clock.tick() + QUIET_TICKS; stage.clock.tick() < end; ) {
                stage.frame();
            }
            assertConsistent();
            assertNothingTwice();
            for (int agent : owing) {
                assertThat(stage.events)
                        .as("%s: a reaction of %s to its player", this, stage.nameOf(agent))
                        .anyMatch(event ->
                                event.contains(agent + " says") || event.contains("end of talk"));
            }
            for (Transcript talk : transcripts()) {
                assertThat(talk.players).as("%s: players who have left", this).isEmpty();
            }
            recover();
            assertNothingTwice();
            assertThat(stage.violations).as("%s", this).isEmpty();
            stage.dispose();
            stage.settle();
            assertThat(stage.running())
                    .as("%s: started and never stopped", this)
                    .isEmpty();
            assertThat(stage.open()).as("%s: requests without an end", this).isEmpty();
        }

        /** The provider is back, and the game lets everybody go on. */
        private void recover() {
            stage.down = false;
            LLMSchedulerSystem scheduler = stage.world.getSystem(LLMSchedulerSystem.class);
            for (int agent : stage.agents) {
                scheduler.release(agent);
                scheduler.defer(agent, Duration.ZERO);
                part(Behavior.class, agent).asleep = false;
                part(Needs.class, agent).danger = false;
            }
            stage.restore();
            stage.watch();
            for (long end = stage.clock.tick() + RECOVERY;
                    stage.clock.tick() < end && !stage.missing().isEmpty(); ) {
                stage.frame();
                stage.play();
            }
            assertThat(stage.missing()).as("%s: frozen", this).isEmpty();
        }

        /** Does what a game or its players may do between two frames. */
        private void act() {
            int agent = stage.agents.get(random.nextInt(stage.agents.size()));
            int other = stage.agents.get(random.nextInt(stage.agents.size()));
            String player = PLAYERS.get(random.nextInt(PLAYERS.size()));
            int kind = random.nextInt(16);
            history.add(
                    stage.clock.tick() + ": " + kind + " " + agent + " " + other + " " + player);
            LLMSchedulerSystem scheduler = stage.world.getSystem(LLMSchedulerSystem.class);
            switch (kind) {
                case 0, 1, 2 -> stage.talk.say(player, agent, "How is life, my friend?");
                case 3 -> stage.talk.sayToAll(player, agent, "Good day to all of you!");
                case 4 -> stage.talk.leave(player);
                case 5 -> {
                    if (agent != other) {
                        stage.talk.begin(agent, other);
                    }
                }
                case 6 -> stage.talk.address(agent, other, "Did you see the wolf?");
                case 7 -> stage.talk.end(agent);
                case 8 -> stage.talk.interrupt(agent);
                case 9 -> stage.talk.bark(agent, "Who goes there?");
                case 10 -> {
                    Needs needs = part(Needs.class, agent);
                    needs.danger = !needs.danger;
                }
                case 11 -> {
                    Behavior behavior = part(Behavior.class, agent);
                    behavior.asleep = !behavior.asleep;
                }
                case 12 -> scheduler.hold(agent);
                case 13 -> scheduler.release(agent);
                case 14 -> scheduler.defer(agent, Duration.ofSeconds(20));
                default -> stage.world.getSystem(DecisionApplySystem.class).cancelPlan(agent);
            }
        }

        private void saveAndLoad() throws IOException {
            TreeMap<String, String> lives = lives();
            String habits = habits().writeState();
            String plans = habits().openPlans().writeState();
            openPlans = plans.isEmpty() ? 0 : 1;
            byte[] save = stage.save();
            stage.dispose();
            stage.settle();
            stage = Stage.empty(seed, acts, ticksPerFrame, company);
            stage.load(save);
            assertThat(lives()).as("%s: who was saved", this).isEqualTo(lives);
            stage.world.setDelta(0); // agents appear, but no time passes
            stage.frame();
            stage.world.setDelta(ticksPerFrame / 20f);
            assertThat(habits().writeState()).as("%s", this).isEqualTo(habits);
            assertThat(habits().openPlans().writeState()).as("%s", this).isEqualTo(plans);
            assertConsistent();
        }

        private HabitSystem habits() {
            return stage.world.getSystem(HabitSystem.class);
        }

        /** Returns what is saved of each agent, in words, by its name. */
        private TreeMap<String, String> lives() {
            TreeMap<String, String> lives = new TreeMap<>();
            for (int agent : stage.agents) {
                Mind mind = part(Mind.class, agent);
                Memory memory = part(Memory.class, agent);
                List<Object> life = new ArrayList<>(steps(part(BehaviorQueue.class, agent)));
                memory.episodes.forEach(episode -> life.add(episode.text));
                part(Goals.class, agent).goals.forEach(goal -> life.add(goal.description));
                life.addAll(mind.troubles());
                life.addAll(journal(agent));
                life.addAll(List.of(mind.serial, mind.held, mind.deferredUntil));
                life.add(String.valueOf(mind.secondTry));
                life.add(part(Needs.class, agent).danger);
                String before = lives.put(stage.nameOf(agent), life.toString());
                assertThat(before).as("%s: twice", this).isNull();
            }
            return lives;
        }

        /** Returns what an agent has agreed and heard, in words. */
        private List<String> journal(int agent) {
            Journal journal = part(Journal.class, agent);
            List<String> words = new ArrayList<>();
            for (Agreement each : journal == null ? List.<Agreement>of() : journal.agreements) {
                words.add(each.number + " " + each.with + each.own + each.request + each.answer
                        + each.what + each.state + each.madeAt);
            }
            for (Acquaintance each : journal == null ? List.<Acquaintance>of() : journal.people) {
                each.lines.forEach(line ->
                        words.add(each.name + " " + line.own + line.tick + " " + line.text));
            }
            return words;
        }

        /** Nothing is remembered, agreed or written down twice. */
        private void assertNothingTwice() {
            for (int agent : stage.agents) {
                List<String> all = new ArrayList<>();
                Journal journal = part(Journal.class, agent);
                for (Agreement each : journal == null ? List.<Agreement>of() : journal.agreements) {
                    all.add("agreement " + each.number + each.own);
                }
                for (Episode each : part(Memory.class, agent).episodes) {
                    all.add("memory " + each.tick + each.source + each.text);
                }
                assertThat(all)
                        .as("%s: what %s knows", this, stage.nameOf(agent))
                        .doesNotHaveDuplicates();
            }
        }

        private static List<String> steps(BehaviorQueue queue) {
            List<QueuedStep> all = queue.wholePlan();
            all.addAll(queue.ahead());
            return all.stream()
                    .map(step -> step.step + " " + step.habit + " "
                            + (step.current() ? QueuedStep.State.PENDING : step.state))
                    .toList();
        }

        /** Returns the agents for whose answer a player waits. */
        private Set<Integer> owing() {
            Set<Integer> owing = new HashSet<>();
            for (int agent : stage.agents) {
                if (part(Conversation.class, agent).playerWaits) {
                    owing.add(agent);
                }
            }
            return owing;
        }

        private void assertConsistent() {
            Set<Integer> members = new HashSet<>();
            for (Transcript talk : transcripts()) {
                Set<Utterance> lines = new HashSet<>();
                for (Utterance line : talk.lines) {
                    boolean called = line.number() == 0; // a game may call out the same twice
                    assertThat(called || lines.add(line))
                            .as("%s: %s is there twice", this, line)
                            .isTrue();
                }
                for (int i = 0; i < talk.agents.size(); i++) {
                    assertThat(members.add(talk.agents.get(i)))
                            .as("%s: an agent in two conversations", this)
                            .isTrue();
                }
            }
            for (int agent : stage.agents) {
                assertThat(part(Conversation.class, agent).active)
                        .as("%s: %s talks", this, stage.nameOf(agent))
                        .isEqualTo(members.contains(agent));
            }
        }

        private List<Transcript> transcripts() {
            IntBag all = stage.world
                    .getAspectSubscriptionManager()
                    .get(Aspect.all(Transcript.class))
                    .getEntities();
            List<Transcript> talks = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                talks.add(stage.world.getMapper(Transcript.class).get(all.get(i)));
            }
            return talks;
        }

        private <C extends Component> C part(Class<C> type, int agent) {
            return stage.world.getMapper(type).get(agent);
        }

        @Override
        public String toString() {
            return "seed " + seed + ", " + ticksPerFrame + " ticks a frame, acts " + acts + ", "
                    + company + ", " + history;
        }
    }
}
