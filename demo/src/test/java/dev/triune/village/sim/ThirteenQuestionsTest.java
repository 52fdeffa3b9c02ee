/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.AgentInspection.Exchange;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.llm.Ticket;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.talk.Utterance;
import dev.triune.testsupport.PromptQuestions;
import dev.triune.testsupport.PromptQuestions.Question;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A player visits villagers at random moments, asks for things, and asks about them later. What
 * answers each of thirteen questions must be in the prompt of whoever is asked: the test keeps a
 * record of its own of what happened.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class ThirteenQuestionsTest {
    private static final int MOMENTS = 50;
    private static final int FIRST = 1_500;
    private static final int PATIENCE = 400;
    private static final int WORDS = 24;
    private static final float HERE = 3;

    private static final List<String> REQUESTS = List.of(
            "Please gather 5 wood.",
            "Please bring 4 berries to the storehouse.",
            "Please gather 3 stone.",
            "Could you bring 4 wood to the fire at the square, please?",
            "Please go to the square.");

    private final PromptQuestions questions = new PromptQuestions();

    @Test
    void villagersCanAnswerWhatAPlayerAsks() {
        for (long seed = 201; seed <= 205; seed++) {
            try (Visit visit = new Visit(seed)) {
                visit.run();
            }
        }
        assertThat(questions.share()).as(questions.toString()).isGreaterThanOrEqualTo(0.97);
    }

    /** What the player asked of somebody, and what became of it. */
    private static final class Asked {
        final String words;
        String answer = "";
        final List<Step> steps = new ArrayList<>();
        int done;
        boolean failed;
        boolean closed;

        Asked(String words) {
            this.words = words;
        }
    }

    /** What the test knows of a villager. */
    private static final class Known {
        final List<Step> done = new ArrayList<>();
        final List<Long> doneAt = new ArrayList<>();
        final List<String> reflexes = new ArrayList<>();
        final List<Asked> asked = new ArrayList<>();
        final Map<String, String> told = new HashMap<>();
        String reason = "";
        String reasonAhead = "";
        boolean plans;
    }

    private final class Visit implements AutoCloseable, SimulationObserver {
        private final long seed;
        private final SplittableRandom random;
        private final VillageSimulation village;
        private final Map<Integer, Known> known = new HashMap<>();

        private ComponentMapper<BehaviorQueue> mQueue;
        private ComponentMapper<Behavior> mBehavior;
        private ComponentMapper<Needs> mNeeds;
        private ComponentMapper<Position> mPosition;
        private ComponentMapper<Home> mHome;
        private ComponentMapper<Senses> mSenses;

        Visit(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            village = new VillageBuilder(SimulationSettings.offline(seed))
                    .observer(this)
                    .build();
            village.inject(this);
        }

        private Known known(int agent) {
            return known.computeIfAbsent(agent, none -> new Known());
        }

        @Override
        public void stepDone(int agent, Step step) {
            known(agent).done.add(step);
            known(agent).doneAt.add(village.ticks());
            for (Asked asked : known(agent).asked) {
                asked.done += asked.steps.contains(step) ? 1 : 0;
            }
        }

        @Override
        public void stepFailed(int agent, Step step, String reason) {
            for (Asked asked : known(agent).asked) {
                asked.failed |= asked.steps.contains(step);
            }
        }

        @Override
        public void reflexStarted(int agent, Trigger reflex, String interrupted) {
            if (!reflex.pastime() && !reflex.behavior().equals(StandAndTalkReflex.BEHAVIOR)) {
                known(agent).reflexes.add(Reflex.wordsFor(reflex.behavior()));
            }
        }

        @Override
        public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
            List<Asked> asked = known(agent).asked;
            if (layer == Layer.EXECUTOR && place == 0) {
                known(agent).plans = true;
                thought(agent, layer, ""); // until it says why
            }
            if (layer == Layer.TALKER && !asked.isEmpty()) {
                Asked last = asked.get(asked.size() - 1);
                if (!last.closed) {
                    last.steps.add(step);
                }
            }
        }

        @Override
        public void thought(int agent, Layer layer, String text) {
            Known its = known(agent);
            if (layer != Layer.EXECUTOR || !its.plans) {
                return; // it stays with its plan, and with the reason of that
            }
            if (mQueue.get(agent).hasNextPlan()) {
                its.reasonAhead = text;
            } else {
                its.reason = text;
            }
        }

        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String why) {
            if (layer == Layer.EXECUTOR) {
                known(agent).plans = false;
            }
        }

        @Override
        public void nextPlanStarted(int agent, int steps) {
            known(agent).reason = known(agent).reasonAhead;
        }

        @Override
        public void spoke(int agent, Utterance line) {
            List<Asked> asked = known(agent).asked;
            boolean toPlayer = line.to().equals(Player.NAME);
            if (toPlayer && !asked.isEmpty()) {
                Asked last = asked.get(asked.size() - 1);
                last.answer = last.answer.isEmpty() ? line.text() : last.answer;
            }
            for (int other : village.villagers()) {
                boolean told =
                        village.nameOf(other).equals(line.to()) && line.text().length() > WORDS;
                if (told && !line.brokenOff()) {
                    known(other).told.put(line.speaker(), line.text());
                }
            }
        }

        void run() {
            village.scheduler().recordAll(true);
            pass(FIRST);
            for (int moment = 0; moment < MOMENTS; moment++) {
                pass(random.nextInt(100, 400));
                int agent = village.villagers()[random.nextInt(village.villagers().length)];
                if (mBehavior.get(agent).unconscious() || mNeeds.get(agent).danger) {
                    continue;
                }
                Known its = known(agent);
                if (its.asked.isEmpty()) {
                    say(agent, "Good day, I am a tinker from the coast.");
                    pass(60);
                }
                ask(agent, its, moment);
                pass(100);
                String request = REQUESTS.get(random.nextInt(REQUESTS.size()));
                its.asked.add(new Asked(request));
                say(agent, request);
                pass(100);
            }
        }

        /** Asks a villager, and looks for what it could answer in the prompt for its answer. */
        private void ask(int agent, Known its, int moment) {
            Moment now = new Moment(agent, its);
            String line = "A word with you (" + moment + "): who is " + village.nameOf(now.other)
                    + ", and what did " + now.teller + " tell you?";
            say(agent, line);
            for (int i = 0; i < PATIENCE; i++) {
                village.tick();
                for (Exchange exchange :
                        village.scheduler().inspect(agent).history().exchanges()) {
                    if (exchange.layer() == Layer.TALKER && exchange.prompt().contains(line)) {
                        String all = exchange.prompt();
                        now.check(
                                all.substring(all.indexOf("[USER]")),
                                "seed " + seed + ", moment " + moment + ", "
                                        + village.nameOf(agent));
                        return;
                    }
                }
            }
        }

        /** What is true of a villager when it is asked. */
        private final class Moment {
            private final int agent;
            private final Known its;
            private final List<Step> done;
            private final long lastDoneAt;
            private final QueuedStep doing;
            private final QueuedStep next;
            private final String reason;
            private final List<String> reflexes;
            private final Map<String, String> told;
            private final int other;
            private final String teller;

            Moment(int agent, Known its) {
                this.agent = agent;
                this.its = its;
                done = new ArrayList<>(its.done);
                lastDoneAt = done.isEmpty() ? 0 : its.doneAt.get(done.size() - 1);
                BehaviorQueue queue = mQueue.get(agent);
                List<QueuedStep> left =
                        queue.steps.stream().filter(step -> !step.finished()).toList();
                doing = left.isEmpty() ? null : left.get(0);
                next = left.size() < 2 ? null : left.get(1);
                reason = its.reason;
                reflexes = new ArrayList<>(its.reflexes);
                told = new HashMap<>(its.told);
                int[] all = village.villagers();
                other = all[random.nextInt(all.length)];
                List<String> speakers = told.keySet().stream().sorted().toList();
                teller = speakers.isEmpty()
                        ? village.nameOf(other)
                        : speakers.get(random.nextInt(speakers.size()));
            }

            void check(String prompt, String where) {
                for (int i = Math.max(0, done.size() - 3); i < done.size(); i++) {
                    Step step = done.get(i);
                    questions.ask(Question.TODAY, withoutPlan(prompt), where, words(step));
                }
                if (!done.isEmpty()) {
                    questions.ask(
                            Question.WHEN,
                            withoutPlan(prompt),
                            where,
                            done.get(done.size() - 1).type().replace('_', ' '),
                            Calendar.time(lastDoneAt));
                }
                checkAsked(prompt, where);
                checkPlan(prompt, where);
                checkPeople(prompt, where);
                checkState(prompt, where);
            }

            /** Leaves out what is yet to be done, which is no memory of it. */
            private String withoutPlan(String prompt) {
                return prompt.lines()
                        .filter(line -> !line.contains("(doing)")
                                && !line.contains("(next)")
                                && !line.startsWith("You are busy with"))
                        .reduce("", (all, line) -> all + line + "\n");
            }

            private String[] words(Step step) {
                List<String> words = new ArrayList<>();
                words.add(step.type().replace('_', ' '));
                step.arguments().values().stream()
                        .filter(value -> !value.matches("-?[0-9.]+") && value.length() < WORDS)
                        .forEach(words::add);
                return words.toArray(String[]::new);
            }

            private void checkAsked(String prompt, String where) {
                for (int i = its.asked.size() - 1; i >= 0; i--) {
                    Asked asked = its.asked.get(i);
                    if (asked.answer.isEmpty()) {
                        continue; // it said nothing
                    }
                    if (i == its.asked.size() - 1) {
                        questions.ask(Question.ANSWERED, prompt, where, begin(asked.answer));
                    }
                    if (!asked.steps.isEmpty()) {
                        boolean all = asked.done >= asked.steps.size();
                        String state = all ? "done" : asked.failed ? "failed" : "open";
                        questions.ask(Question.DID_IT, prompt, where, begin(asked.words), state);
                        if (!all && !asked.failed) {
                            questions.ask(
                                    Question.OWED,
                                    prompt,
                                    where,
                                    Player.NAME,
                                    asked.steps
                                            .get(asked.steps.size() - 1)
                                            .type()
                                            .replace('_', ' '),
                                    state);
                        }
                        return;
                    }
                }
            }

            private void checkPlan(String prompt, String where) {
                if (doing != null) {
                    questions.ask(
                            Question.DOING, prompt, where, doing.step.type().replace('_', ' '));
                    if (!reason.isEmpty() && !doing.inConversation) {
                        questions.ask(Question.DOING, prompt, where, begin(reason));
                    }
                }
                if (next != null) {
                    questions.ask(Question.NEXT, prompt, where, next.step.type().replace('_', ' '));
                }
            }

            private void checkPeople(String prompt, String where) {
                if (other != agent) {
                    questions.ask(
                            Question.WHO,
                            prompt,
                            where,
                            village.nameOf(other),
                            village.tradeOf(other));
                    questions.ask(
                            Question.ROLE,
                            prompt,
                            where,
                            village.tradeOf(other),
                            village.nameOf(other));
                }
                if (told.containsKey(teller)) {
                    questions.ask(Question.TOLD, prompt, where, teller, begin(told.get(teller)));
                }
                questions.ask(Question.WHO_AM_I, prompt, where, Player.NAME, "tinker");
            }

            private void checkState(String prompt, String where) {
                Position at = mPosition.get(agent);
                Home home = mHome.get(agent);
                for (Place place : Place.values()) {
                    if (at.distance(place.x(), place.y()) <= HERE) {
                        questions.ask(Question.WHERE, prompt, where, "you are", place.label());
                        break;
                    }
                }
                if (at.distance(home.x, home.y) <= 1) {
                    questions.ask(Question.WHERE, prompt, where, "you are", "home");
                }
                Needs needs = mNeeds.get(agent);
                if (needs.health < 0.6f) {
                    questions.ask(Question.WELL, prompt, where, "hurt");
                } else if (needs.hunger < 0.4f) {
                    questions.ask(Question.WELL, prompt, where, "hungry");
                } else if (needs.energy < 0.4f && needs.energy > 0.3f) {
                    questions.ask(Question.WELL, prompt, where, "tired");
                } else if (Math.min(needs.hunger, needs.temperature) > 0.7f
                        && Math.min(needs.energy, needs.health) > 0.7f
                        && needs.sleepDrive < 0.5f) {
                    questions.ask(Question.WELL, prompt, where, "you are", "unhurt");
                }
                if (!reflexes.isEmpty()) {
                    questions.ask(Question.WELL, prompt, where, reflexes.get(reflexes.size() - 1));
                }
            }

            private static String begin(String words) {
                return words.substring(0, Math.min(WORDS, words.length()));
            }
        }

        private void say(int agent, String words) {
            known(agent).asked.forEach(asked -> asked.closed |= !asked.words.equals(words));
            village.inputs().say(agent, words);
        }

        private void pass(int ticks) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
        }

        @Override
        public void close() {
            village.close();
        }
    }
}
