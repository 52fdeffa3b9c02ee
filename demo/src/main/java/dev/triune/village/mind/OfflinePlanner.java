/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Building;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The executor of the offline mind: plans by what the village lacks, the time of day and the
 * villager's nature.
 */
final class OfflinePlanner {
    private static final VillageFacts FACTS = new VillageFacts();
    private static final Pattern ILL =
            Pattern.compile("(\\p{Lu}[\\p{L} \\d]*)" + VillageFacts.IS_ILL);
    private static final Pattern COURTED =
            Pattern.compile("win the heart of (\\p{Lu}[\\p{L} \\d]*)");
    private static final List<String> THINGS = List.of("wood", "stone", "berries", "water");

    /** Marks a plan that ends at the storehouse. */
    private static final String STORE = "deposit";

    private static final int EVENING = 18;
    private static final int BEDTIME = 21;
    private static final int MORNING = 5;
    private static final int PLENTY = 10;
    private static final int ENOUGH_FOOD = 30;
    private static final int ENOUGH_BREAD = 20;
    private static final int ENOUGH_WOOD = 24;

    /** The grain that is kept for the next sowing. */
    private static final int SEED = 4;

    private static final int ENOUGH_STONE = 16;
    private static final int FEAST_BEGINS = 17;
    private static final int FEAST_ENDS = 21;

    /** The steps that make a plan; with fewer, another task or a talk is added. */
    private static final int FEW_STEPS = 3;

    private final PromptParser read;
    private final RandomGenerator random;
    private final TalkPromptParser talk;
    private final DialogueLines lines;
    private final BuildingChooser buildings;
    private final AnswerBuilder answer = new AnswerBuilder();
    private final Set<String> planned = new HashSet<>();

    OfflinePlanner(PromptParser read, RandomGenerator random) {
        this.read = read;
        this.random = random;
        this.talk = new TalkPromptParser(read);
        this.lines = new DialogueLines(talk, random);
        this.buildings = new BuildingChooser(read);
    }

    AnswerBuilder plan() {
        if (heal()) {
            return answer;
        }
        if (read.busy() && random.nextInt(10) > 0) {
            return answer.thoughts("I go on with what I have begun.");
        }
        putAway();
        if (read.contains("a storm rages")) {
            return shelter();
        }
        if (read.contains("you are ill")) {
            return recover();
        }
        if (feast()) {
            return answer;
        }
        if (read.hour() >= BEDTIME || read.hour() < MORNING) {
            return endDay();
        }
        court();
        if (talk.is(Trait.CURIOUS)
                && read.hour() >= EVENING
                && random.nextInt(6) == 0
                && talk.fact(FACTS, VillageFacts.RUMOUR).isPresent()) {
            return answer.step(Step.of("go_to").with("place", "quarry"))
                    .step(gather("stone", 3))
                    .step(Step.of("deposit"))
                    .thoughts("I want to see that light.");
        }
        if (!keepFire() && !prepareForStorm()) {
            addTradeWork();
        }
        for (int tries = 0; tries < FEW_STEPS && answer.size() < FEW_STEPS - 1; tries++) {
            addVillageWork();
        }
        if (planned.contains(STORE)) {
            answer.step(Step.of("deposit"));
        }
        if (answer.size() < FEW_STEPS || random.nextInt(4) == 0) {
            addCompany();
        }
        return answer;
    }

    /** Plans to put down what the villager carries, if that is much. */
    private void putAway() {
        int carried = 0;
        for (String thing : List.of("wood", "stone", "berries", "grain", "water", "bread")) {
            carried += read.carried(thing);
        }
        if (carried > 10 && !read.contains("which your plan brings to the storehouse")) {
            answer.step(Step.of("deposit")).thoughts("My hands are full.");
        }
    }

    private AnswerBuilder shelter() {
        if (read.contains("the fire at the square is out") && read.stored("wood") > 0) {
            return fuel().speech(lines.say("{In this storm|Whatever the storm does,|Now of all "
                    + "times} the fire must not go {out|down}."));
        }
        return endDay().thoughts("In this weather I stay at home.");
    }

    /** Plans to see to the fire or to take some food along, and to go home. */
    private AnswerBuilder endDay() {
        if (read.stored("wood") > PLENTY && (read.isFireLow() || random.nextBoolean())) {
            fuel();
        } else {
            takeFood();
        }
        return answer.step(Step.of("go_to").with("place", "home"))
                .step(Step.of("rest"))
                .thoughts("It is late. I go home.");
    }

    /** Plans to take a little food along, unless some is carried. */
    private void takeFood() {
        for (String food : List.of("berries", "bread")) {
            if (read.carried(food) > 0) {
                return;
            }
            if (read.stored(food) > 0) {
                answer.step(Step.of("withdraw").with("item", food).with("amount", 1));
                return;
            }
        }
    }

    /** Plans to go to the feast in time and to stay, for those who know of it. */
    private boolean feast() {
        boolean known = !staysAway()
                && read.contains(
                        "there is a feast at the square on the evening of day " + read.day());
        if (!known || read.hour() < FEAST_BEGINS || read.hour() >= FEAST_ENDS) {
            return false;
        }
        List<String> near = read.namesNearby();
        if (near.isEmpty() && read.stored("wood") > PLENTY) {
            fuel();
        } else {
            takeFood();
        }
        answer.step(Step.of("go_to").with("place", "square"));
        if (near.isEmpty()) {
            answer.step(Step.of("rest"));
        } else {
            String other = near.get(random.nextInt(near.size()));
            answer.step(talk(
                    other,
                    lines.say("How {good|fine} to {sit|eat|laugh} together at " + "the feast, "
                            + other + "!")));
        }
        answer.thoughts("Tonight is the feast, and the work can wait.");
        return true;
    }

    /** Returns whether it said that it would come, and does not: for whoever invited it. */
    private boolean staysAway() {
        return talk.fact(FACTS, VillageFacts.FEAST)
                .map(TalkPromptParser.HeardLine::who)
                .filter(host -> talk.dislikes(host)
                        || ((talk.is(Trait.DILIGENT) || talk.is(Trait.CAREFUL))
                                && Math.floorMod((talk.ownName() + host).hashCode(), 2) == 0))
                .isPresent();
    }

    /** Plans to let others know, and to wait among them for the healer. */
    private AnswerBuilder recover() {
        read.namesNearby().stream()
                .findFirst()
                .ifPresent(other -> answer.step(talk(
                        other, lines.say("I am ill{.|, " + other + ".} Where is the healer?"))));
        return answer.step(Step.of("go_to").with("place", "square"))
                .step(Step.of("rest"))
                .step(Step.of("rest"))
                .thoughts("I am ill. Somebody has to tell the healer.");
    }

    /** Plans to look after somebody who is ill, for a healer who knows. */
    private boolean heal() {
        Matcher ill = ILL.matcher(read.momentText());
        if (!talk.is(Trade.HEALER) || !ill.find() || read.contains("- help " + ill.group(1))) {
            return false;
        }
        String patient = ill.group(1);
        takeFood();
        answer.step(Step.of("help").with("to", patient))
                .speech(lines.say("{I look after|Let me see to|I am on my way to} " + patient
                        + "{.|, at once.| with something warm.}"));
        return true;
    }

    /** Plans a present for whoever is courted. */
    private void court() {
        Matcher beloved = COURTED.matcher(read.momentText());
        if (beloved.find() && random.nextInt(6) == 0 && read.stored("berries") > PLENTY) {
            answer.step(Step.of("withdraw").with("item", "berries").with("amount", 2))
                    .step(Step.of("give")
                            .with("to", beloved.group(1))
                            .with("item", "berries")
                            .with("amount", 2))
                    .thoughts("I think of " + beloved.group(1) + ".");
        }
    }

    private boolean keepFire() {
        boolean needed = read.contains("the fire at the square is out")
                || (read.contains("burns low") && random.nextInt(3) == 0);
        if (!needed) {
            return false;
        }
        fuel().speech(lines.say("{The|Our} fire must not go {out|down} {before the night|before "
                + "evening|before the others are back|today|on us}{.|, I see to it.|: wood, "
                + "then!|, so I carry wood.|. I am on my way.}"));
        return true;
    }

    private AnswerBuilder fuel() {
        if (read.stored("wood") >= 3) {
            answer.step(Step.of("withdraw").with("item", "wood").with("amount", 4));
        } else {
            answer.step(gather("wood", 4));
        }
        return answer.step(Step.of("deposit").with("where", "fire"));
    }

    /** Returns what the storehouse has to hold before the storm comes first of all. */
    private boolean prepareForStorm() {
        String scarcest = "";
        double least = 1;
        for (String thing : List.of("wood", "berries", "bread")) {
            int wanted = read.neededBeforeStorm(thing);
            double share = wanted == 0 ? 1 : (double) read.stored(thing) / wanted;
            if (share < least) {
                least = share;
                scarcest = thing;
            }
        }
        if (scarcest.isEmpty() || (least > 0.6 && random.nextInt(3) == 0)) {
            return false;
        }
        if (!scarcest.equals("bread") && read.gatherable(scarcest) < PLENTY) {
            return false;
        }
        if (scarcest.equals("bread")) {
            if (!bake() && !farm()) {
                return false;
            }
        } else {
            planned.add(STORE);
            planned.add(scarcest);
            answer.step(gather(scarcest, 10));
        }
        answer.speech(lines.say("{The|A} storm is {coming|near|on its way}, and {we are|the "
                + "storehouse is} {short of|low on} " + scarcest + "{.|: I go.|. I fetch what I "
                + "can.|, so off I go.|. Who comes along?}"));
        return true;
    }

    private boolean addTradeWork() {
        String trade = read.persona();
        if (trade.contains("builder")) {
            return build() || stock("stone", ENOUGH_STONE) || stock("wood", ENOUGH_WOOD);
        }
        if (trade.contains("cook")) {
            return bake() || stock("berries", ENOUGH_FOOD);
        }
        if (trade.contains("healer")) {
            return stock("water", 12) || stock("berries", ENOUGH_FOOD);
        }
        if (trade.contains("woodcutter")) {
            return stock("wood", ENOUGH_WOOD + 12);
        }
        if (trade.contains("farmer")) {
            return farm() || stock("berries", ENOUGH_FOOD);
        }
        if (trade.contains("trader")) {
            return barter() || stock("stone", ENOUGH_STONE);
        }
        if (trade.contains("youngster")) {
            return help() || stock("berries", ENOUGH_FOOD);
        }
        return false;
    }

    private boolean farm() {
        int ripe = read.plots("ripe");
        if (ripe > 0 && planned.add("harvest")) {
            planned.add(STORE);
            answer.step(Step.of("harvest").with("amount", Math.min(2, ripe)))
                    .speech(lines.say("{The|Our|All the} grain {is|stands} "
                            + "{ripe|golden|heavy|high}, I {bring|fetch|get|carry} it in{.| "
                            + "before the birds do.| while it is dry.| today.}"));
            return true;
        }
        int bare = read.plots("bare");
        boolean seed = read.stored("grain") > 0 || read.carried("grain") > 0;
        if (bare == 0 || !seed || !planned.add("plant")) {
            return false;
        }
        answer.step(Step.of("plant").with("amount", Math.min(4, bare)))
                .goal("see the whole field green");
        return true;
    }

    private boolean bake() {
        int doughs = Math.min(3, (read.stored("grain") - SEED) / 2);
        if (read.stored("bread") >= Math.max(ENOUGH_BREAD, read.neededBeforeStorm("bread") + 4)) {
            return false;
        }
        boolean oven =
                read.hasBuilding("bakery") || !read.contains("the fire at the square is out");
        if (doughs < 1 || !oven || !planned.add("cook")) {
            return false;
        }
        planned.add(STORE);
        answer.step(Step.of("cook").with("amount", doughs))
                .speech(lines.say("{Bread|Fresh bread|Something warm|A good loaf} will be "
                        + "{ready|done|on the table} {soon|in a while|before long}{.|, bring "
                        + "your hunger.|, if nobody burns it.|: keep the fire up.}"));
        return true;
    }

    private boolean barter() {
        List<String> near = read.namesNearby();
        if (near.isEmpty() || read.carried("stone") < 2) {
            return false;
        }
        answer.step(Step.of("trade")
                .with("to", near.get(random.nextInt(near.size())))
                .with("item", "stone")
                .with("amount", 1)
                .with("for", random.nextBoolean() ? "wood" : "berries")
                .with("for_amount", 1));
        return true;
    }

    private boolean help() {
        List<String> near = read.namesNearby();
        if (near.isEmpty() || random.nextBoolean()) {
            return false;
        }
        String other = near.get(random.nextInt(near.size()));
        answer.step(Step.of("help").with("to", other))
                .speech(lines.say("{Shall|May|Can} I {give you a hand|help you|carry "
                        + "something|take over}, " + other + "?"));
        return true;
    }

    private void addVillageWork() {
        Optional<Building> project = buildings.project();
        int wood = project.map(Building::wood).orElse(0) + ENOUGH_WOOD;
        int stone = Math.max(ENOUGH_STONE, project.map(Building::stone).orElse(0));
        boolean done = (read.food() < ENOUGH_FOOD && stock("berries", Integer.MAX_VALUE))
                || stock("wood", ENOUGH_WOOD)
                || (random.nextBoolean() && bake())
                || (random.nextBoolean() && farm())
                || (random.nextInt(3) == 0 && build())
                || stock("stone", stone)
                || stock("wood", wood);
        if (!done) {
            addOuting();
        }
    }

    /** Plans to look around, and to bring a little of what grows there: the village lacks nothing. */
    private void addOuting() {
        List<String> grown = THINGS.stream()
                .filter(thing -> read.gatherable(thing) >= PLENTY)
                .toList();
        String thing = grown.isEmpty() ? "water" : grown.get(random.nextInt(grown.size()));
        if (planned.add(thing)) {
            planned.add(STORE);
            answer.step(gather(thing, random.nextInt(2, 5)))
                    .thoughts("The village has what it needs. A walk will do me good.");
        }
    }

    /** Plans to go on with what was begun or needs repair, or else to build what is missing most. */
    private boolean build() {
        Optional<String> begun = buildings.begun();
        Optional<String> chosen = begun.or(buildings::next);
        if (chosen.isEmpty() || !planned.add("build")) {
            return false;
        }
        String name = chosen.get();
        answer.step(Step.of("plan_build").with("building", name));
        if (begun.isEmpty()) {
            answer.speech(lines.say("{Today|Now|At last|You will see,} we "
                            + "{get|raise|build} a new " + name + "{.|, just wait.|: mind "
                            + "the dust.|, and a good one.|. Hand me that beam!}"))
                    .goal("see the " + name + " finished");
        }
        return true;
    }

    private boolean stock(String thing, int enough) {
        boolean full = read.stored(thing) >= Math.min(enough, read.storageCapacity() - 4);
        if (full || read.gatherable(thing) < PLENTY) {
            return false; // others are on their way to the last of it
        }
        if (!planned.add(thing)) {
            return false;
        }
        planned.add(STORE);
        int amount = Math.min(read.gatherable(thing) / 2, random.nextInt(6, 13));
        answer.step(gather(thing, amount));
        if (random.nextInt(3) == 0) {
            answer.speech(lines.say("{We are|The storehouse is} {short of|low on|in need of} "
                    + thing + "{, I bring |: I fetch |, let me get |. I am off for |, so I go for }"
                    + amount + "{.|, or more.|, no less.}"));
        }
        return true;
    }

    /** Plans to seek somebody's company, or to see who is at the square. */
    private void addCompany() {
        List<String> near = read.namesNearby();
        if (near.isEmpty()) {
            answer.step(Step.of("go_to").with("place", "square"));
            if (read.hour() >= EVENING || answer.size() == 1) {
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

    private static Step gather(String thing, int amount) {
        return Step.of("gather").with("target", thing).with("amount", amount);
    }
}
