/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.village.action.VillageRoutine.gather;
import static dev.triune.village.action.VillageRoutine.withdraw;

import dev.triune.action.Step;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The executor of the offline mind: plans by time of day, events, trade and traits. */
final class OfflinePlanner {
    private static final VillageFacts FACTS = new VillageFacts();
    private static final Pattern ILL =
            Pattern.compile("(\\p{Lu}[\\p{L} \\d]*)" + VillageFacts.IS_ILL);
    private static final Pattern COURTED =
            Pattern.compile("win the heart of (\\p{Lu}[\\p{L} \\d]*)");
    private static final int EVENING = 18;
    private static final int BEDTIME = 21;
    private static final int MORNING = 5;
    private static final int PLENTY = 10;
    private static final int FEAST_BEGINS = 17;
    private static final int FEAST_ENDS = 21;

    /** The number of steps below which another task or a talk is added to a plan. */
    private static final int FEW_STEPS = 3;

    private final PromptParser prompt;
    private final RandomGenerator random;
    private final TalkPromptParser talk;
    private final DialogueLines lines;
    private final AnswerBuilder answer = new AnswerBuilder();
    private final WorkPlanner work;

    OfflinePlanner(PromptParser prompt, RandomGenerator random) {
        this.prompt = prompt;
        this.random = random;
        this.talk = new TalkPromptParser(prompt);
        this.lines = new DialogueLines(talk, random);
        this.work = new WorkPlanner(prompt, random, lines, answer);
    }

    AnswerBuilder plan() {
        if (helpPatient()) {
            return answer;
        }
        if (prompt.busy() && random.nextInt(10) > 0) {
            return answer.thoughts("I go on with what I have begun.");
        }
        depositIfLoaded();
        if (prompt.contains("a storm rages")) {
            return shelter();
        }
        if (prompt.contains("you are ill")) {
            return recover();
        }
        if (feast()) {
            return answer;
        }
        if (prompt.hour() >= BEDTIME || prompt.hour() < MORNING) {
            return endDay();
        }
        court();
        if (talk.is(Trait.CURIOUS)
                && prompt.hour() >= EVENING
                && random.nextInt(6) == 0
                && talk.fact(FACTS, VillageFacts.RUMOUR).isPresent()) {
            return answer.step(Step.of("go_to").with("place", "quarry"))
                    .step(gather("stone", 3))
                    .step(Step.of("deposit"))
                    .thoughts("I want to see that light.");
        }
        work.replaceTool();
        if (!fuelFireIfLow() && !work.prepareForStorm()) {
            work.addTradeWork();
        }
        for (int tries = 0; tries < FEW_STEPS && answer.size() < FEW_STEPS - 1; tries++) {
            work.addVillageWork();
        }
        work.depositIfNeeded();
        if (answer.size() < FEW_STEPS || random.nextInt(4) == 0) {
            addSocialStep();
        }
        return answer;
    }

    /** Plans to bring the carried goods to the storehouse, if there are many. */
    private void depositIfLoaded() {
        int carried = 0;
        for (String thing :
                List.of("wood", "stone", "berries", "grain", "water", "bread", "tool")) {
            carried += prompt.carried(thing);
        }
        if (carried > 10 && !prompt.contains("which your plan brings to the storehouse")) {
            answer.step(Step.of("deposit")).thoughts("My hands are full.");
        }
    }

    private AnswerBuilder shelter() {
        if (prompt.contains("the fire at the square is out") && prompt.stored("wood") > 0) {
            return fuel().speech(lines.say("fire in a storm"));
        }
        return endDay().thoughts("In this weather I stay at home.");
    }

    /** Plans to feed the fire or to take some food, and to go home. */
    private AnswerBuilder endDay() {
        if (prompt.stored("wood") > PLENTY && (prompt.isFireLow() || random.nextBoolean())) {
            fuel();
        } else {
            addFoodForLater();
        }
        return answer.step(Step.of("go_to").with("place", "home"))
                .step(Step.of("rest"))
                .thoughts("It is late. I go home.");
    }

    /** Plans to take some food from the storehouse, unless the villager carries some. */
    private void addFoodForLater() {
        for (String food : List.of("berries", "bread")) {
            if (prompt.carried(food) > 0) {
                return;
            }
            if (prompt.stored(food) > 0) {
                answer.step(withdraw(food, 1));
                return;
            }
        }
    }

    /** Plans to go to the feast, if the villager knows of it and the time has come. */
    private boolean feast() {
        boolean known = !avoidsFeast()
                && prompt.contains(
                        "there is a feast at the square on the evening of day " + prompt.day());
        if (!known || prompt.hour() < FEAST_BEGINS || prompt.hour() >= FEAST_ENDS) {
            return false;
        }
        List<String> near = prompt.namesNearby();
        if (near.isEmpty() && prompt.stored("wood") > PLENTY) {
            fuel();
        } else {
            addFoodForLater();
        }
        answer.step(Step.of("go_to").with("place", "square"));
        if (near.isEmpty()) {
            answer.step(Step.of("rest"));
        } else {
            String other = near.get(random.nextInt(near.size()));
            answer.step(talk(other, lines.say("at the feast", other)));
        }
        answer.thoughts("Tonight is the feast, and the work can wait.");
        return true;
    }

    /**
     * Returns whether the villager stays away from the feast, which depends on its host and its
     * traits.
     */
    private boolean avoidsFeast() {
        return talk.fact(FACTS, VillageFacts.FEAST)
                .map(TalkPromptParser.HeardLine::who)
                .filter(host -> talk.dislikes(host)
                        || ((talk.is(Trait.DILIGENT) || talk.is(Trait.CAREFUL))
                                && Math.floorMod((talk.ownName() + host).hashCode(), 2) == 0))
                .isPresent();
    }

    /** Plans to tell others of the illness and to wait for the healer at the square. */
    private AnswerBuilder recover() {
        prompt.namesNearby().stream()
                .findFirst()
                .ifPresent(other -> answer.step(talk(other, lines.say("ill", other))));
        return answer.step(Step.of("go_to").with("place", "square"))
                .step(Step.of("rest"))
                .step(Step.of("rest"))
                .thoughts("I am ill. Somebody has to tell the healer.");
    }

    /** Plans to look after an ill villager, if this is a healer who knows of one. */
    private boolean helpPatient() {
        Matcher ill = ILL.matcher(prompt.momentText());
        boolean another = talk.is(Trade.HEALER)
                && ill.find()
                && !ill.group(1).equals(talk.ownName())
                && !prompt.contains("- help " + ill.group(1));
        if (!another) {
            return false;
        }
        String patient = ill.group(1);
        addFoodForLater();
        answer.step(Step.of("help").with("to", patient))
                .speech(lines.say("to the patient", patient));
        return true;
    }

    /** Plans now and then a present for the courted villager. */
    private void court() {
        Matcher beloved = COURTED.matcher(prompt.momentText());
        if (beloved.find() && random.nextInt(6) == 0 && prompt.stored("berries") > PLENTY) {
            answer.step(withdraw("berries", 2))
                    .step(Step.of("give")
                            .with("to", beloved.group(1))
                            .with("item", "berries")
                            .with("amount", 2))
                    .thoughts("I think of " + beloved.group(1) + ".");
        }
    }

    private boolean fuelFireIfLow() {
        boolean needed = prompt.contains("the fire at the square is out")
                || (prompt.contains("burns low") && random.nextInt(3) == 0);
        if (!needed) {
            return false;
        }
        fuel().speech(lines.say("fire low"));
        return true;
    }

    private AnswerBuilder fuel() {
        if (prompt.stored("wood") >= 3) {
            answer.step(withdraw("wood", 4));
        } else {
            answer.step(gather("wood", 4));
        }
        return answer.step(Step.of("deposit").with("where", "fire"));
    }

    /** Plans to talk to or follow a villager nearby, or to go to the square. */
    private void addSocialStep() {
        List<String> near = prompt.namesNearby();
        if (near.isEmpty()) {
            answer.step(Step.of("go_to").with("place", "square"));
            if (prompt.hour() >= EVENING || answer.size() == 1) {
                answer.step(Step.of("rest"));
            }
            return;
        }
        String other = near.get(random.nextInt(near.size()));
        answer.step(
                random.nextInt(3) == 0
                        ? Step.of("follow").with("to", other)
                        : talk(other, lines.opening(other)));
    }

    private static Step talk(String to, String text) {
        return Step.of("talk").with("to", to).with("text", text);
    }
}
