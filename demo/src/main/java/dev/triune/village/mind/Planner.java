/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.plan.Step;
import dev.triune.village.places.Building;
import java.util.List;
import java.util.random.RandomGenerator;

/** The executor of the offline mind: reads what the village lacks and plans for the trade. */
final class Planner {
    private static final int ENOUGH_FOOD = 30;
    private static final int ENOUGH_WOOD = 24;
    private static final int ENOUGH_STONE = 16;

    private final Reading read;
    private final RandomGenerator random;
    private final Answer answer = new Answer();

    Planner(Reading read, RandomGenerator random) {
        this.read = read;
        this.random = random;
    }

    Answer plan() {
        if (read.busy() && random.nextInt(10) > 0) {
            return answer.thinking("I go on with what I have begun.");
        }
        putAway();
        if (!keepFire() && !ownTrade()) {
            commonGood();
        }
        if (random.nextInt(4) == 0) {
            company();
        }
        return answer;
    }

    /** Hands full: empty them first. */
    private void putAway() {
        boolean full = read.carried("wood") + read.carried("stone") + read.carried("berries") > 12;
        if (full) {
            answer.step(Step.of("deposit")).thinking("My hands are full.");
        }
    }

    private boolean keepFire() {
        boolean needed = read.says("the fire at the square is out")
                || (read.says("burns low") && random.nextInt(3) == 0);
        if (!needed) {
            return false;
        }
        if (read.stored("wood") >= 3) {
            answer.step(Step.of("withdraw").with("item", "wood").with("amount", 4));
        } else {
            answer.step(gather("wood", 6));
        }
        answer.step(Step.of("deposit").with("where", "fire"))
                .speaking("The fire must not go out before the night.");
        return true;
    }

    private boolean ownTrade() {
        String trade = read.persona();
        if (trade.contains("builder")) {
            return build() || stock("stone", ENOUGH_STONE) || stock("wood", ENOUGH_WOOD);
        }
        if (trade.contains("cook") || trade.contains("healer")) {
            return cook();
        }
        if (trade.contains("woodcutter") || trade.contains("trader")) {
            return stock("wood", ENOUGH_WOOD + 12);
        }
        if (trade.contains("farmer")) {
            return stock("berries", ENOUGH_FOOD + 20);
        }
        return false;
    }

    private void commonGood() {
        boolean done = (read.food() < ENOUGH_FOOD && stock("berries", Integer.MAX_VALUE))
                || stock("wood", ENOUGH_WOOD)
                || (random.nextBoolean() && cook())
                || stock("stone", ENOUGH_STONE)
                || build();
        if (!done) {
            answer.step(Step.of("go_to").with("place", random.nextBoolean() ? "square" : "river"))
                    .thinking("The village has what it needs. A walk will do me good.");
        }
    }

    private boolean build() {
        for (Building building : List.of(Building.HOME, Building.WELL, Building.CAMPFIRE)) {
            boolean affordable = read.stored("wood") >= building.wood()
                    && read.stored("stone") >= building.stone();
            String name = building.label();
            if (affordable && read.missing(name) > 0) {
                answer.step(Step.of("plan_build").with("building", name))
                        .speaking("Today we get a new " + name + ".")
                        .goal("see the " + name + " finished");
                return true;
            }
        }
        return false;
    }

    private boolean cook() {
        if (read.stored("berries") < 4 || read.says("the fire at the square is out")) {
            return stock("berries", ENOUGH_FOOD);
        }
        int meals = Math.min(5, read.stored("berries") / 2);
        answer.step(Step.of("withdraw").with("item", "berries").with("amount", 2 * meals))
                .step(Step.of("cook").with("amount", meals))
                .step(Step.of("deposit"))
                .speaking("Something warm will be ready soon.");
        return true;
    }

    private boolean stock(String thing, int enough) {
        if (read.stored(thing) >= enough || read.growing(thing) < 3) {
            return false;
        }
        int amount = random.nextInt(6, 13);
        answer.step(gather(thing, amount)).step(Step.of("deposit"));
        if (random.nextInt(3) == 0) {
            answer.speaking("We are short of " + thing + ", I bring " + amount + ".");
        }
        return true;
    }

    private void company() {
        List<String> near = read.near();
        if (near.isEmpty()) {
            answer.step(Step.of("go_to").with("place", "square"));
        } else {
            String other = near.get(random.nextInt(near.size()));
            answer.step(
                    Step.of("talk").with("to", other).with("text", Phrases.opening(read, random)));
        }
    }

    private static Step gather(String thing, int amount) {
        return Step.of("gather").with("target", thing).with("amount", amount);
    }
}
