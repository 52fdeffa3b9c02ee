/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import dev.triune.village.world.Building;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The executor of the offline mind: plans by what the village lacks, the time of day and the
 * villager's nature.
 */
final class OfflinePlanner {
    private static final List<String> STROLLS =
            List.of("square", "river", "berry patch", "field", "forest");
    private static final int BEDTIME = 21;
    private static final int MORNING = 5;
    private static final int PLENTY = 10;
    private static final int ENOUGH_FOOD = 30;
    private static final int ENOUGH_BREAD = 16;
    private static final int ENOUGH_WOOD = 24;

    /** The grain that is kept for the next sowing. */
    private static final int SEED = 4;

    private static final int ENOUGH_STONE = 16;
    private static final int FEAST_BEGINS = 17;
    private static final int FEAST_ENDS = 21;

    private final PromptParser read;
    private final RandomGenerator random;
    private final DialogueLines lines;
    private final AnswerBuilder answer = new AnswerBuilder();
    private boolean strolls;

    OfflinePlanner(PromptParser read, RandomGenerator random) {
        this.read = read;
        this.random = random;
        this.lines = new DialogueLines(new TalkPromptParser(read), random);
    }

    AnswerBuilder plan() {
        if (read.busy() && random.nextInt(10) > 0) {
            return answer.thoughts("I go on with what I have begun.");
        }
        putAway();
        if (read.contains("a storm rages")) {
            return shelter();
        }
        if (feast()) {
            return answer;
        }
        if (!keepFire() && !prepareForStorm() && !addTradeWork()) {
            addVillageWork();
        }
        if (!strolls && random.nextInt(4) == 0) {
            addTalk();
        }
        return answer;
    }

    /** Plans to put down what the villager carries, if that is much. */
    private void putAway() {
        int carried = 0;
        for (String thing : List.of("wood", "stone", "berries", "grain", "water", "bread")) {
            carried += read.carried(thing);
        }
        if (carried > 10) {
            answer.step(Step.of("deposit")).thoughts("My hands are full.");
        }
    }

    private AnswerBuilder shelter() {
        if (read.contains("the fire at the square is out") && read.stored("wood") > 0) {
            return fuel().speech(lines.say("{In this storm|Whatever the storm does,|Now of all "
                    + "times} the fire must not go {out|down}."));
        }
        return answer.step(Step.of("go_to").with("place", "home"))
                .thoughts("In this weather I stay at home.");
    }

    /** Plans to go to the feast in time and to stay, for those who know of it. */
    private boolean feast() {
        boolean known =
                read.contains("there is a feast at the square on the evening of day " + read.day());
        if (!known || read.hour() < FEAST_BEGINS || read.hour() >= FEAST_ENDS) {
            return false;
        }
        answer.step(Step.of("go_to").with("place", "square"));
        List<String> near = read.namesNearby();
        if (!near.isEmpty()) {
            String other = near.get(random.nextInt(near.size()));
            answer.step(talk(
                    other,
                    lines.say("How {good|fine} to {sit|eat|laugh} together at " + "the feast, "
                            + other + "!")));
        }
        answer.thoughts("Tonight is the feast, and the work can wait.");
        return true;
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
            answer.step(gather(scarcest, 10)).step(Step.of("deposit"));
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
        if (read.plots("ripe") > 0) {
            int amount = Math.min(2, read.plots("ripe"));
            answer.step(Step.of("harvest").with("amount", amount))
                    .step(Step.of("deposit"))
                    .speech(lines.say("{The|Our|All the} grain {is|stands} "
                            + "{ripe|golden|heavy|high}, I {bring|fetch|get|carry} it in{.| "
                            + "before the birds do.| while it is dry.| today.}"));
            return true;
        }
        int bare = read.plots("bare");
        if (bare == 0 || (read.stored("grain") == 0 && read.carried("grain") == 0)) {
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
        if (doughs < 1 || !oven) {
            return false;
        }
        answer.step(Step.of("cook").with("amount", doughs))
                .step(Step.of("deposit"))
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
        boolean done = (read.food() < ENOUGH_FOOD && stock("berries", Integer.MAX_VALUE))
                || stock("wood", ENOUGH_WOOD)
                || (random.nextBoolean() && bake())
                || (random.nextBoolean() && farm())
                || stock("stone", ENOUGH_STONE)
                || (random.nextInt(4) == 0 && build());
        if (!done) {
            addStroll();
        }
    }

    /**
     * Plans for a village without needs: people sit down at home after dark, seek company, help, or
     * look around.
     */
    private void addStroll() {
        strolls = true;
        if (read.hour() >= BEDTIME || read.hour() < MORNING) {
            answer.step(Step.of("go_to").with("place", "home"))
                    .thoughts("It is late. I stay at home.");
            return;
        }
        List<String> near = read.namesNearby();
        if (!near.isEmpty() && random.nextBoolean()) {
            String other = near.get(random.nextInt(near.size()));
            answer.step(
                    random.nextBoolean()
                            ? Step.of("follow").with("to", other)
                            : talk(other, lines.opening(other)));
            return;
        }
        answer.step(Step.of("go_to").with("place", STROLLS.get(random.nextInt(STROLLS.size()))))
                .thoughts("The village has what it needs. A walk will do me good.");
    }

    /**
     * Plans the building that is missing most: an oven before a fourth home, storage before both.
     */
    private boolean build() {
        boolean cramped = read.stored("wood") > read.storageCapacity() * 3 / 4
                || read.stored("stone") > read.storageCapacity() * 3 / 4;
        List<Building> order = cramped
                ? List.of(Building.STOREHOUSE, Building.HOME)
                : List.of(
                        Building.BAKERY,
                        Building.FIELD,
                        Building.HOME,
                        Building.WELL,
                        Building.CAMPFIRE);
        for (Building building : order) {
            boolean affordable = read.stored("wood") >= building.wood()
                    && read.stored("stone") >= building.stone();
            String name = building.label();
            if (affordable && wanted(name)) {
                answer.step(Step.of("plan_build").with("building", name))
                        .speech(lines.say("{Today|Now|At last|You will see,} we "
                                + "{get|raise|build} a new " + name + "{.|, just wait.|: mind "
                                + "the dust.|, and a good one.|. Hand me that beam!}"))
                        .goal("see the " + name + " finished");
                return true;
            }
        }
        return false;
    }

    /** One bakery is enough for a start. */
    private boolean wanted(String building) {
        boolean second = building.equals("bakery") && read.hasBuilding(building);
        return !second && read.missingBuildings(building) > 0;
    }

    private boolean stock(String thing, int enough) {
        boolean full = read.stored(thing) >= Math.min(enough, read.storageCapacity() - 4);
        if (full || read.gatherable(thing) < PLENTY) {
            return false; // others are on their way to the last of it
        }
        int amount = Math.min(read.gatherable(thing) / 2, random.nextInt(6, 13));
        answer.step(gather(thing, amount)).step(Step.of("deposit"));
        if (random.nextInt(3) == 0) {
            answer.speech(lines.say("{We are|The storehouse is} {short of|low on|in need of} "
                    + thing + "{, I bring |: I fetch |, let me get |. I am off for |, so I go for }"
                    + amount + "{.|, or more.|, no less.}"));
        }
        return true;
    }

    private void addTalk() {
        List<String> near = read.namesNearby();
        if (near.isEmpty()) {
            answer.step(Step.of("go_to").with("place", "square"));
        } else {
            String other = near.get(random.nextInt(near.size()));
            answer.step(talk(other, lines.opening(other)));
        }
    }

    private static Step talk(String to, String text) {
        return Step.of("talk").with("to", to).with("text", text);
    }

    private static Step gather(String thing, int amount) {
        return Step.of("gather").with("target", thing).with("amount", amount);
    }
}
