/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import dev.triune.action.Step;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.List;
import java.util.Set;

/** A kind of situation of the plan benchmark; a plan is sensible if one of its steps answers it. */
enum PlanSituation {
    /** By day, nothing presses: a step is work. */
    WORK,
    /** The storehouse has nothing to eat: a step brings food. */
    FOOD,
    /** The player asks for something: a step is that action with that argument. */
    PLAYER,
    /** The fire at the square is out: a step feeds it. */
    FIRE,
    /** It is past nine in the evening: a step goes home or rests, or to the feast if there is one. */
    DARK;

    private static final Set<String> LABOUR = Set.of(
            "gather", "deposit", "plant", "harvest", "cook", "make_tool", "plan_build", "help");

    /** Brings a village into the situation. */
    void prepare(Village village, Stock carried) {
        if (this == FIRE) {
            village.buildings().campfires().get(0).restore(0);
        }
        if (this == FOOD) {
            for (Resource food : List.of(Resource.BERRIES, Resource.BREAD)) {
                village.store().take(food, Integer.MAX_VALUE);
                carried.take(food, Integer.MAX_VALUE);
            }
        }
    }

    /**
     * Returns whether a plan is sensible.
     *
     * @param order what the player asks for, for {@link #PLAYER}
     * @param feast whether the villager knows of a feast this evening
     */
    boolean isSensible(List<Step> plan, Step order, boolean feast) {
        return plan.stream().anyMatch(step -> isAnswer(step, order, feast));
    }

    private boolean isAnswer(Step step, Step order, boolean feast) {
        String type = step.type();
        return switch (this) {
            case WORK -> LABOUR.contains(type);
            case FOOD ->
                type.equals("harvest")
                        || type.equals("cook")
                        || (type.equals("gather") && step.text("target").equals("berries"));
            case PLAYER ->
                type.equals(order.type())
                        && step.arguments()
                                .entrySet()
                                .containsAll(order.arguments().entrySet());
            case FIRE -> type.equals("deposit") && step.text("where").equals("fire");
            case DARK ->
                type.equals("rest")
                        || step.text("place").equals("home")
                        || (feast && (type.equals("talk") || step.text("place").equals("square")));
        };
    }
}
