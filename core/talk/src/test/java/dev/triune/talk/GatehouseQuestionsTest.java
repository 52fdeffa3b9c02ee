/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static dev.triune.testsupport.PromptQuestions.Question.ANSWERED;
import static dev.triune.testsupport.PromptQuestions.Question.DID_IT;
import static dev.triune.testsupport.PromptQuestions.Question.DOING;
import static dev.triune.testsupport.PromptQuestions.Question.NEXT;
import static dev.triune.testsupport.PromptQuestions.Question.OWED;
import static dev.triune.testsupport.PromptQuestions.Question.ROLE;
import static dev.triune.testsupport.PromptQuestions.Question.TODAY;
import static dev.triune.testsupport.PromptQuestions.Question.TOLD;
import static dev.triune.testsupport.PromptQuestions.Question.WELL;
import static dev.triune.testsupport.PromptQuestions.Question.WHEN;
import static dev.triune.testsupport.PromptQuestions.Question.WHERE;
import static dev.triune.testsupport.PromptQuestions.Question.WHO;
import static dev.triune.testsupport.PromptQuestions.Question.WHO_AM_I;
import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.llm.Ticket;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.testkit.MindTest;
import dev.triune.testsupport.PromptQuestions;
import dev.triune.testsupport.PromptQuestions.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The thirteen questions in a game that is unlike a village: two guards, a captain and a servant, a
 * door, and a traveller to whom they lie. The game sets nothing but names, roles and places.
 */
final class GatehouseQuestionsTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("stand_watch", "stand at the gate", Field.whole("seconds", 1, 60))
            .action("sweep", "sweep a room", Field.oneOf("room", "hall", "yard", "tower"))
            .action("open_door", "let somebody in")
            .action("polish", "polish armour")
            .build();
    private static final List<String> ROOMS = List.of("hall", "yard", "tower");
    private static final List<String> NAMES = List.of("Bruno", "Odo", "Hilda", "Pip");
    private static final List<String> ROLES = List.of("guard", "guard", "captain", "servant");
    private static final int MOMENTS = 10;
    private static final int BEGIN = 24;

    private final PromptQuestions questions = new PromptQuestions();

    @Test
    void guardsCanAnswerWhatATravellerAsks() {
        for (long seed = 1; seed <= 5; seed++) {
            new Gatehouse(seed).run();
        }
        assertThat(questions.share()).as(questions.toString()).isGreaterThanOrEqualTo(0.97);
        for (Question question : Question.values()) {
            assertThat(questions.asked(question)).as(question.name()).isPositive();
        }
    }

    /** What the test knows of somebody. */
    private static final class Known {
        final List<Step> done = new ArrayList<>();
        long doneAt;
        String reflex = "";
        String reason = "";
        String reasonAhead = "";
        String request = "";
        String answer = "";
        String firstWords = "";
        boolean ordered;
        boolean settled;
        final Map<String, String> told = new HashMap<>();
    }

    private final class Gatehouse implements MindListener, ConversationListener, OfflineMind {
        private final long seed;
        private final SplittableRandom random;
        private final Map<Integer, Known> known = new HashMap<>();
        private final Map<Integer, String> rooms = new HashMap<>();
        private final List<Integer> people = new ArrayList<>();
        private final Conversations talk =
                new Conversations(new ConversationConfig().listener(this));
        private final GameClock clock = new GameClock();
        private final MindTest sim;
        private final int wren;

        Gatehouse(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            sim = MindTest.world(ACTIONS)
                    .clock(clock)
                    .seed(seed)
                    .mind(this::answer)
                    .stepsTake(60)
                    .plugin(minds -> minds.with(talk)
                            .perception(new Sight())
                            .listener(this)
                            .runner("flee_danger", (agent, step) -> Progress.RUNNING)
                            .runner("sweep", (agent, step) -> {
                                rooms.put(agent, step.text("room"));
                                return random.nextInt(40) == 0 ? Progress.DONE : Progress.RUNNING;
                            }));
            for (int i = 0; i < NAMES.size(); i++) {
                int agent = sim.agent(NAMES.get(i));
                sim.get(agent, Persona.class).role = ROLES.get(i);
                rooms.put(agent, "yard");
                people.add(agent);
            }
            World world = sim.world();
            wren = world.create();
            world.getMapper(Player.class).create(wren).name = "Wren";
            world.getMapper(Persona.class)
                    .create(wren)
                    .named("Wren", "A traveller in a green cloak.");
            world.getMapper(Persona.class).get(wren).role = "traveller";
        }

        /** Everybody sees the room. */
        private final class Sight implements Perception {
            @Override
            public Surroundings perceive(int agent) {
                return new Surroundings("It is a grey day.", List.of(), List.of());
            }

            @Override
            public String place(int agent) {
                return rooms.getOrDefault(agent, "");
            }
        }

        @Override
        public OfflineAnswer decide(AgentSnapshot agent, Layer layer, RandomGenerator chance) {
            if (layer != Layer.TALKER) {
                String room = ROOMS.get(chance.nextInt(ROOMS.size()));
                return OfflineAnswer.of(
                                Step.of("sweep").with("room", room),
                                Step.of("stand_watch").with("seconds", 1 + chance.nextInt(30)),
                                Step.of("polish"))
                        .thinking("The " + room + " is dusty since day " + chance.nextInt(1000)
                                + ".");
            }
            List<AgentSnapshot.TalkLine> lines = agent.talkLines();
            String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1).text();
            if (last.contains("open")) {
                return OfflineAnswer.of(Step.of("open_door"))
                        .speech("Come in then, but quickly, number " + chance.nextInt(1000) + ".");
            }
            return OfflineAnswer.of()
                    .speech("I have never seen a key, I swear by saint " + chance.nextInt(1000)
                            + ".");
        }

        private Known of(int agent) {
            return known.computeIfAbsent(agent, none -> new Known());
        }

        @Override
        public void stepDone(int agent, Step step) {
            of(agent).done.add(step);
            of(agent).doneAt = clock.tick();
            of(agent).settled |= of(agent).ordered && step.type().equals("open_door");
        }

        @Override
        public void reflexStarted(int agent, Trigger reflex, String interrupted) {
            of(agent).reflex = reflex.pastime() ? of(agent).reflex : "fleeing from danger";
        }

        @Override
        public void thought(int agent, Layer layer, String text) {
            if (sim.get(agent, BehaviorQueue.class).hasNextPlan()) {
                of(agent).reasonAhead = text;
            } else if (layer == Layer.EXECUTOR) {
                of(agent).reason = text;
            }
        }

        @Override
        public void nextPlanStarted(int agent, int steps) {
            of(agent).reason = of(agent).reasonAhead;
        }

        @Override
        public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
            of(agent).ordered |= layer == Layer.TALKER;
        }

        @Override
        public void spoke(int agent, Utterance line) {
            if (line.to().equals("Wren") && of(agent).answer.isEmpty()) {
                of(agent).answer = line.text();
            }
            for (int other : people) {
                if (line.to().equals(name(other))) {
                    of(other).told.put(line.speaker(), line.text());
                }
            }
        }

        private String name(int agent) {
            return sim.get(agent, Persona.class).name;
        }

        void run() {
            sim.ticks(1_200);
            for (int moment = 0; moment < MOMENTS; moment++) {
                gather();
                int agent = people.get(random.nextInt(people.size()));
                frighten(agent);
                Known its = of(agent);
                its.request = "Please open the door for me (" + moment + ").";
                its.firstWords = its.firstWords.isEmpty() ? its.request : its.firstWords;
                its.answer = "";
                its.ordered = false;
                its.settled = false;
                say(agent, its.request, 40);
                talk.leave(wren);
                sim.ticks(random.nextInt(0, 400));
                ask(agent, its, moment);
            }
        }

        private void say(int agent, String words, int ticks) {
            talk.say(wren, agent, words);
            sim.ticks(ticks);
        }

        /** Puts those in one room near each other. */
        private void gather() {
            for (int one : people) {
                Senses senses = sim.get(one, Senses.class);
                senses.nearby.setSize(0);
                for (int other : people) {
                    if (one != other && rooms.get(one).equals(rooms.get(other))) {
                        senses.nearby.add(other);
                    }
                }
            }
            sim.ticks(200);
        }

        private void frighten(int agent) {
            Needs needs = sim.needs(agent);
            needs.danger = true;
            sim.ticks(20);
            needs.danger = false;
            needs.health = 0.55f;
            sim.ticks(100);
        }

        private void ask(int agent, Known its, int moment) {
            List<QueuedStep> left = sim.get(agent, BehaviorQueue.class).steps.stream()
                    .filter(step -> !step.finished())
                    .toList();
            List<Step> done = List.copyOf(its.done);
            String reason = its.reason;
            boolean settled = its.settled;
            String room = String.valueOf(rooms.get(agent));
            int other = people.get(random.nextInt(people.size()));
            Map<String, String> told = new HashMap<>(its.told);
            String teller = told.keySet().stream().sorted().findFirst().orElse("Hilda");
            long doneAt = its.doneAt;
            long asked = clock.tick();
            String line =
                    "Who is " + name(other) + ", and what did " + teller + " say (" + moment + ")?";
            talk.say(wren, agent, line);
            sim.tickUntil(
                    () -> sim.prompts(agent).stream().anyMatch(each -> each.contains(line)), 900);
            String all = sim.prompts(agent).stream()
                    .filter(each -> each.contains(line))
                    .findFirst()
                    .orElseThrow();
            String prompt = all.substring(all.indexOf("You are " + name(agent)));
            String where = "seed " + seed + ", moment " + moment + ", " + name(agent);
            for (int i = Math.max(0, done.size() - 3); i < done.size(); i++) {
                String type = done.get(i).type().replace('_', ' ');
                questions.ask(TODAY, prompt, where, "- ", type);
            }
            if (!done.isEmpty()) {
                String last = done.get(done.size() - 1).type().replace('_', ' ');
                questions.ask(WHEN, prompt, where, "- ", last, age(asked - doneAt));
            }
            if (its.ordered) {
                String state = settled ? "done" : "";
                questions.ask(DID_IT, prompt, where, begin(its.request), state);
                questions.ask(settled ? DID_IT : OWED, prompt, where, "Wren", "open door");
            }
            if (!its.answer.isEmpty()) {
                questions.ask(ANSWERED, prompt, where, begin(its.answer));
            }
            if (!left.isEmpty()) {
                questions.ask(DOING, prompt, where, left.get(0).step.type().replace('_', ' '));
                questions.ask(DOING, prompt, where, begin(reason));
            }
            if (left.size() > 1) {
                questions.ask(NEXT, prompt, where, left.get(1).step.type().replace('_', ' '));
            }
            if (told.containsKey(name(other)) && other != agent) {
                String role = sim.get(other, Persona.class).role;
                questions.ask(WHO, prompt, where, name(other), role);
                questions.ask(ROLE, prompt, where, role, name(other));
            }
            questions.ask(WELL, prompt, where, "hurt");
            questions.ask(WELL, prompt, where, its.reflex);
            questions.ask(WHERE, prompt, where, "you are", room);
            if (told.containsKey(teller)) {
                questions.ask(TOLD, prompt, where, teller, begin(told.get(teller)));
            }
            questions.ask(WHO_AM_I, prompt, where, "Wren", "traveller");
            questions.ask(WHO_AM_I, prompt, where, begin(its.firstWords));
            talk.leave(wren);
        }

        /** Says as a person would how long ago something was, give or take the time to answer. */
        private String age(long ticks) {
            long minutes = clock.duration(ticks).toMinutes();
            return minutes == 0 ? "just now" : minutes == 1 ? "minute" : "minutes ago";
        }

        private static String begin(String words) {
            return words.substring(0, Math.min(BEGIN, words.length()));
        }
    }
}
