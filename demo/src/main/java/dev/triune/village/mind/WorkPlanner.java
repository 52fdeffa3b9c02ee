/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.village.action.VillageRoutine.gather;
import static dev.triune.village.action.VillageRoutine.withdraw;

import dev.triune.action.Step;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.village.action.MakeToolAction;
import dev.triune.village.world.Building;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Plans work for the offline mind: that of a trade, and work that the village needs. */
final class WorkPlanner {
    private static final List<String> THINGS = List.of("wood", "stone", "berries", "water");

    /** Marks a plan that ends at the storehouse. */
    private static final String STORE = "deposit";

    /** The action by which a villager sets itself a goal, which takes no time. */
    static final String GOAL = "set_goal";

    private static final int PLENTY = 10;
    private static final int ENOUGH_FOOD = 30;
    private static final int ENOUGH_BREAD = 20;
    private static final int ENOUGH_WOOD = 24;
    private static final int ENOUGH_STONE = 16;

    /** The grain that is kept for the next sowing. */
    private static final int SEED = 4;

    private final Outlook prompt;
    private final RandomGenerator random;
    private final DialogueLines lines;
    private final OfflineAnswer answer;
    private final BuildingChooser buildings;
    private final Set<String> planned = new HashSet<>();

    WorkPlanner(Outlook prompt, RandomGenerator random, DialogueLines lines, OfflineAnswer answer) {
        this.prompt = prompt;
        this.random = random;
        this.lines = lines;
        this.answer = answer;
        this.buildings = new BuildingChooser(prompt);
    }

    /** Plans to bring everything to the storehouse, if the planned work produces goods for it. */
    void depositIfNeeded() {
        if (planned.contains(STORE)) {
            answer.step(Step.of("deposit"));
        }
    }

    /** Plans to replace a worn-out tool: from the storehouse, otherwise by making one. */
    void replaceTool() {
        if (!prompt.isToolWorn() || prompt.carried("tool") > 0) {
            return;
        }
        if (prompt.stored("tool") > 0) {
            answer.step(withdraw("tool", 1));
        } else {
            makeTools(1);
        }
    }

    private boolean makeTools(int amount) {
        boolean payable = prompt.stored("wood") >= amount * MakeToolAction.WOOD
                && prompt.stored("stone") >= amount * MakeToolAction.STONE;
        if (payable && planned.add("tool")) {
            answer.step(Step.of("make_tool").with("amount", amount));
            return true;
        }
        return false;
    }

    /** Plans to make tools for the storehouse; returns whether it did. */
    private boolean stockTools() {
        boolean made = prompt.stored("tool") < MakeToolAction.ENOUGH && makeTools(2);
        return made && planned.add(STORE);
    }

    /** Plans to provide the scarcest thing before a forecast storm; returns whether it did. */
    boolean prepareForStorm() {
        String scarcest = "";
        double lowestShare = 1;
        for (String thing : List.of("wood", "berries", "bread")) {
            int wanted = prompt.neededBeforeStorm(thing);
            double share = wanted == 0 ? 1 : (double) prompt.stored(thing) / wanted;
            if (share < lowestShare) {
                lowestShare = share;
                scarcest = thing;
            }
        }
        if (scarcest.isEmpty() || (lowestShare > 0.6 && random.nextInt(3) == 0)) {
            return false;
        }
        if (!scarcest.equals("bread") && prompt.gatherable(scarcest) < PLENTY) {
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
        String need = lines.figure(scarcest);
        prompt.forecast()
                .ifPresent(storm -> answer.speech(lines.say("storm ahead", storm.begin(), need)));
        return true;
    }

    boolean addTradeWork() {
        return switch (prompt.trade()) {
            case BUILDER ->
                build()
                        || stockTools()
                        || stock("stone", ENOUGH_STONE)
                        || stock("wood", ENOUGH_WOOD);
            case COOK -> bake() || stock("berries", ENOUGH_FOOD);
            case HEALER -> stock("water", 12) || stock("berries", ENOUGH_FOOD);
            case WOODCUTTER -> stock("wood", ENOUGH_WOOD + 12);
            case FARMER -> farm() || stock("berries", ENOUGH_FOOD);
            case TRADER -> barter() || stock("stone", ENOUGH_STONE);
            case YOUNGSTER -> help() || stock("berries", ENOUGH_FOOD);
            case ELDER -> false;
        };
    }

    private boolean farm() {
        int ripe = prompt.plots().ripe();
        if (ripe > 0 && planned.add("harvest")) {
            planned.add(STORE);
            answer.step(Step.of("harvest").with("amount", Math.min(2, ripe)))
                    .speech(lines.say("harvest", lines.figure("grain")));
            return true;
        }
        int bare = prompt.plots().bare();
        boolean seed = prompt.stored("grain") > 0 || prompt.carried("grain") > 0;
        if (bare == 0 || !seed || !planned.add("plant")) {
            return false;
        }
        answer.step(Step.of("plant").with("amount", Math.min(4, bare)))
                .step(goal("see the whole field green"));
        return true;
    }

    private boolean bake() {
        int doughs = Math.min(3, (prompt.stored("grain") - SEED) / 2);
        if (prompt.stored("bread")
                >= Math.max(ENOUGH_BREAD, prompt.neededBeforeStorm("bread") + 4)) {
            return false;
        }
        boolean oven =
                prompt.hasBuilding(Building.BAKERY) || prompt.fire() != VillageSituation.Fire.OUT;
        if (doughs < 1 || !oven || !planned.add("cook")) {
            return false;
        }
        planned.add(STORE);
        answer.step(Step.of("cook").with("amount", doughs))
                .speech(lines.say("baking", lines.figure("bread")));
        return true;
    }

    private boolean barter() {
        List<String> near = prompt.namesNearby();
        if (near.isEmpty() || prompt.carried("stone") < 2) {
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
        List<String> near = prompt.namesNearby();
        if (near.isEmpty() || random.nextBoolean()) {
            return false;
        }
        String other = near.get(random.nextInt(near.size()));
        answer.step(Step.of("help").with("to", other)).speech(lines.say("offer of help", other));
        return true;
    }

    void addVillageWork() {
        Optional<Building> project = buildings.project();
        int wood = project.map(Building::wood).orElse(0) + ENOUGH_WOOD;
        int stone = Math.max(ENOUGH_STONE, project.map(Building::stone).orElse(0));
        boolean done = (prompt.food() < ENOUGH_FOOD && stock("berries", Integer.MAX_VALUE))
                || stock("wood", ENOUGH_WOOD)
                || (random.nextBoolean() && bake())
                || (random.nextBoolean() && farm())
                || (random.nextInt(3) == 0 && build())
                || stock("stone", stone)
                || stock("wood", wood);
        if (!done) {
            addLeisureGathering();
        }
    }

    /** Plans to gather a little of something, because the village lacks nothing. */
    private void addLeisureGathering() {
        List<String> grown = THINGS.stream()
                .filter(thing -> prompt.gatherable(thing) >= PLENTY)
                .toList();
        String thing = grown.isEmpty() ? "water" : grown.get(random.nextInt(grown.size()));
        if (planned.add(thing)) {
            planned.add(STORE);
            answer.step(gather(thing, random.nextInt(2, 5)))
                    .thinking("The village has what it needs. A walk will do me good.");
        }
    }

    /**
     * Plans to continue or repair a building, otherwise to build a missing one; returns whether it
     * did.
     */
    private boolean build() {
        Optional<Building> begun = buildings.firstUnfinished();
        Optional<Building> chosen = begun.or(buildings::next);
        if (chosen.isEmpty() || !planned.add("build")) {
            return false;
        }
        String name = chosen.get().label();
        answer.step(Step.of("plan_build").with("building", name));
        if (begun.isEmpty()) {
            answer.step(goal("see the " + name + " finished"));
            if (!prompt.hasBuilding(chosen.get())) {
                answer.speech(lines.say("new building", name, name));
            }
        }
        return true;
    }

    private boolean stock(String thing, int enough) {
        boolean full = prompt.stored(thing) >= Math.min(enough, prompt.storageCapacity() - 4);
        if (full || prompt.gatherable(thing) < PLENTY) {
            return false; // leave the rest to others
        }
        if (!planned.add(thing)) {
            return false;
        }
        planned.add(STORE);
        int amount = Math.min(prompt.gatherable(thing) / 2, random.nextInt(6, 13));
        answer.step(gather(thing, amount));
        if (random.nextInt(3) == 0) {
            answer.speech(lines.say("supplies", lines.figure(thing), amount));
        }
        return true;
    }

    private static Step goal(String description) {
        return Step.of(GOAL).with("description", description);
    }
}
