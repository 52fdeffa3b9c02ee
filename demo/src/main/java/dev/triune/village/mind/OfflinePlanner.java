/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.village.action.VillageRoutine.gather;
import static dev.triune.village.action.VillageRoutine.withdraw;

import dev.triune.action.Step;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;

/** The executor of the offline mind: plans by time of day, events, trade and traits. */
final class OfflinePlanner {
    private static final VillageFacts FACTS = new VillageFacts();
    private static final int EVENING = 18;
    private static final int BEDTIME = 21;
    private static final int MORNING = 5;
    private static final int PLENTY = 10;
    private static final int TO_TRADE = 4;
    private static final List<Resource> WARES =
            List.of(Resource.BREAD, Resource.STONE, Resource.WOOD, Resource.BERRIES, Resource.TOOL);
    private static final int FULL_HANDS = 10;
    private static final int FEAST_BEGINS = 17;
    private static final int FEAST_ENDS = 21;

    /** The number of steps below which another task or a talk is added to a plan. */
    private static final int FEW_STEPS = 3;

    private final Outlook prompt;
    private final RandomGenerator random;
    private final DialogueLines lines;
    private final OfflineAnswer answer = OfflineAnswer.of();
    private final WorkPlanner work;

    OfflinePlanner(Outlook prompt, RandomGenerator random) {
        this.prompt = prompt;
        this.random = random;
        this.lines = new DialogueLines(prompt, random);
        this.work = new WorkPlanner(prompt, random, lines, answer);
    }

    OfflineAnswer plan() {
        if (helpPatient()) {
            return answer;
        }
        if (prompt.isBusy() && random.nextInt(10) > 0) {
            return answer.thinking("I go on with what I have begun.");
        }
        depositIfLoaded();
        if (prompt.isStorm()) {
            return shelter();
        }
        if (prompt.isIll()) {
            return recover();
        }
        if (feast() || market()) {
            return answer;
        }
        if (prompt.hour() >= BEDTIME || prompt.hour() < MORNING) {
            return endDay();
        }
        if (tellHealer()) {
            return answer;
        }
        court();
        if (prompt.is(Trait.CURIOUS)
                && prompt.hour() >= EVENING
                && random.nextInt(6) == 0
                && prompt.fact(FACTS, VillageFacts.RUMOUR).isPresent()) {
            return answer.step(Step.of("go_to").with("place", "quarry"))
                    .step(gather("stone", 3))
                    .step(Step.of("deposit"))
                    .thinking("I want to see that light.");
        }
        work.replaceTool();
        prompt.helpedRoof()
                .ifPresent(roof -> answer.step(Step.of("plan_build").with("building", roof)));
        keepWord();
        if (!fuelFireIfLow() && !work.prepareForStorm()) {
            work.addTradeWork();
        }
        for (int tries = 0; tries < FEW_STEPS && size() < FEW_STEPS - 1; tries++) {
            work.addVillageWork();
        }
        work.depositIfNeeded();
        if (size() < FEW_STEPS || random.nextInt(4) == 0) {
            addSocialStep();
        }
        return answer;
    }

    /** Returns the number of steps so far that take time. */
    private long size() {
        return answer.steps().stream()
                .filter(step -> !step.type().equals(WorkPlanner.GOAL))
                .count();
    }

    /** Plans to bring the carried goods to the storehouse, if there are many. */
    private void depositIfLoaded() {
        if (prompt.isLoaded(FULL_HANDS)) {
            answer.step(Step.of("deposit")).thinking("My hands are full.");
        }
    }

    private OfflineAnswer shelter() {
        if (prompt.fire() == VillageSituation.Fire.OUT && prompt.stored("wood") > 0) {
            return fuel().speech(lines.say("fire in a storm"));
        }
        return endDay().thinking("In this weather I stay at home.");
    }

    /** Plans to feed the fire or to take some food, and to go home. */
    private OfflineAnswer endDay() {
        if (prompt.stored("wood") > PLENTY && (prompt.isFireLow() || random.nextBoolean())) {
            fuel();
        } else {
            addFoodForLater();
        }
        return answer.step(Step.of("go_to").with("place", "home"))
                .step(Step.of("rest"))
                .thinking("It is late. I go home.");
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
        boolean known = prompt.knowsOfFeastToday() && !avoidsFeast();
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
        answer.thinking("Tonight is the feast, and the work can wait.");
        return true;
    }

    /** Plans to go to the market, if it opens within the hour or is open, and to trade there. */
    private boolean market() {
        OptionalLong open = prompt.marketOpen();
        if (open.isEmpty() || open.getAsLong() < -Calendar.TICKS_PER_HOUR) {
            return false;
        }
        if (WARES.stream().allMatch(thing -> prompt.carried(thing.label()) == 0)) {
            List<Resource> spare = WARES.stream()
                    .filter(thing -> prompt.stored(thing.label()) > 2 * TO_TRADE)
                    .toList();
            if (!spare.isEmpty()) {
                Resource thing = spare.get(random.nextInt(spare.size()));
                answer.step(withdraw(thing.label(), TO_TRADE));
            }
        }
        List<Step> offers = open.getAsLong() < 0 ? List.of() : offers();
        answer.step(Step.of("go_to").with("place", "square"))
                .step(
                        offers.isEmpty()
                                ? Step.of("rest")
                                : offers.get(random.nextInt(offers.size())))
                .thinking("It is market day.");
        return true;
    }

    /** Returns fair offers, of equal worth, for what others carry and the villager does not. */
    private List<Step> offers() {
        List<Step> offers = new ArrayList<>();
        prompt.wares().forEach((to, wares) -> {
            for (Resource wanted : WARES) {
                for (Resource item : WARES) {
                    int pieces = 1;
                    while (pieces * item.worth() % wanted.worth() > 0) {
                        pieces++;
                    }
                    int worth = pieces * item.worth() / wanted.worth();
                    if (prompt.carried(wanted.label()) == 0
                            && prompt.carried(item.label()) >= pieces
                            && wares.getOrDefault(wanted, 0) >= worth) {
                        offers.add(Step.of("trade")
                                .with("to", to)
                                .with("item", item.label())
                                .with("amount", pieces)
                                .with("for", wanted.label())
                                .with("for_amount", worth));
                    }
                }
            }
        });
        return offers;
    }

    /**
     * Returns whether the villager stays away from the feast, which depends on its host and its
     * traits.
     */
    private boolean avoidsFeast() {
        return prompt.fact(FACTS, VillageFacts.FEAST)
                .map(Outlook.HeardLine::who)
                .filter(host -> (prompt.is(Trait.DILIGENT) || prompt.is(Trait.CAREFUL))
                        && Math.floorMod((prompt.ownName() + host).hashCode(), 2) == 0)
                .isPresent();
    }

    /** Plans to tell others of the illness and to wait for the healer at the square. */
    private OfflineAnswer recover() {
        prompt.namesNearby().stream()
                .findFirst()
                .ifPresent(other -> answer.step(talk(other, lines.say("ill", other))));
        return answer.step(Step.of("go_to").with("place", "square"))
                .step(Step.of("rest"))
                .step(Step.of("rest"))
                .thinking("I am ill. Somebody has to tell the healer.");
    }

    /** Plans to look after an ill villager, if this is a healer who knows of one. */
    private boolean helpPatient() {
        Optional<String> ill = prompt.is(Trade.HEALER)
                ? prompt.illVillager()
                        .filter(name -> !name.equals(prompt.ownName()) && !prompt.plansToHelp(name))
                : Optional.empty();
        if (ill.isEmpty()) {
            return false;
        }
        String patient = ill.get();
        addFoodForLater();
        answer.step(Step.of("help").with("to", patient))
                .speech(lines.say("to the patient", patient));
        return true;
    }

    /** Plans to tell the healer who is ill, unless the villager just talked of it with the healer. */
    private boolean tellHealer() {
        Optional<Outlook.HeardLine> ill = prompt.fact(FACTS, VillageFacts.ILLNESS);
        String healer = prompt.healer();
        boolean tells = ill.isPresent()
                && !healer.isEmpty()
                && !ill.get().text().startsWith(healer)
                && !ill.get().who().equals(healer)
                && random.nextInt(3) == 0;
        if (tells) {
            answer.step(talk(
                            healer,
                            lines.say("for the healer", healer, ill.get().text())))
                    .thinking("The healer must hear of this.");
        }
        return tells;
    }

    /** Plans what the villager owes to somebody if it can; otherwise gives up having said so. */
    private void keepWord() {
        for (AgentSnapshot.AgreementLine owed : prompt.owed()) {
            Matcher goods = DialogueLines.GOODS.matcher(owed.what());
            if (DialogueLines.ROOF.matcher(owed.what()).find()) {
                if (prompt.builds(owed.with())) {
                    answer.step(Step.of("help").with("to", owed.with())).keeps(owed.number());
                    return;
                }
                continue; // until it begins
            } else if (!goods.find()) {
                answer.drops(owed.number());
                continue;
            }
            String thing = goods.group(2);
            int amount = Integer.parseInt(goods.group(1));
            if (prompt.carried(thing) < amount) {
                answer.step(
                        prompt.stored(thing) >= amount + PLENTY
                                ? withdraw(thing, amount)
                                : gather(thing, amount));
            }
            answer.step(Step.of("give")
                            .with("to", owed.with())
                            .with("item", thing)
                            .with("amount", amount))
                    .keeps(owed.number());
            answer.thinking("I gave " + owed.with() + " my word.");
            return; // one at a time
        }
    }

    /** Plans now and then a present for the courted villager. */
    private void court() {
        Optional<String> beloved = prompt.courted();
        if (beloved.isPresent() && random.nextInt(6) == 0 && prompt.stored("berries") > PLENTY) {
            answer.step(withdraw("berries", 2))
                    .step(Step.of("give")
                            .with("to", beloved.get())
                            .with("item", "berries")
                            .with("amount", 2))
                    .thinking("I think of " + beloved.get() + ".");
        }
    }

    private boolean fuelFireIfLow() {
        boolean needed = prompt.fire() == VillageSituation.Fire.OUT
                || (prompt.isFireLow() && random.nextInt(3) == 0);
        if (!needed) {
            return false;
        }
        fuel().speech(lines.say("fire low", prompt.fire().words(), lines.figure("wood")));
        return true;
    }

    private OfflineAnswer fuel() {
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
            if (prompt.hour() >= EVENING || size() == 1) {
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
