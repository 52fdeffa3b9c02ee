/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Villager;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.List;

/**
 * Routine plans: the work of each trade, and steps that fetch what a step needs. Artemis fills in
 * the mapper. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillageRoutine implements Routine {
    @Wire
    private Village village;

    private ComponentMapper<Villager> mVillager;

    /** Returns steps that fetch the ingredients of a dough, or grain to sow. */
    @Override
    public List<Step> bridge(int agent, Step step, String obstacle) {
        return switch (step.type()) {
            case "cook" -> dough(agent, step.whole("amount", 1));
            case "plant" ->
                village.store().get(Resource.GRAIN) == 0
                        ? List.of()
                        : List.of(withdraw("grain", step.whole("amount", 1)));
            default -> List.of();
        };
    }

    private List<Step> dough(int agent, int doughs) {
        Villager villager = mVillager.get(agent);
        List<Step> bridgeSteps = new ArrayList<>();
        int grain = CookAction.GRAIN * doughs - villager.carries.get(Resource.GRAIN);
        int water = doughs - villager.carries.get(Resource.WATER);
        if (grain > 0 && village.store().get(Resource.GRAIN) < grain + village.seedGrain()) {
            return List.of(); // grain is only in the storehouse
        }
        if (grain > 0) {
            bridgeSteps.add(withdraw("grain", grain));
        }
        if (water > 0) {
            boolean stored = village.store().get(Resource.WATER) >= water;
            bridgeSteps.add(stored ? withdraw("water", water) : gather("water", water));
        }
        return bridgeSteps;
    }

    @Override
    public List<Step> fallback(int agent) {
        Villager villager = mVillager.get(agent);
        List<Step> steps = new ArrayList<>(stepsOf(villager.trade));
        if (!GatherAction.fullHands(villager.carries).isEmpty()) {
            steps.add(0, store());
        }
        if (villager.tool == 0 && village.store().get(Resource.TOOL) > 0) {
            steps.add(0, withdraw(Resource.TOOL.label(), 1));
        }
        return steps;
    }

    /** Returns the most useful work of a trade that is possible now. */
    public List<Step> stepsOf(Trade trade) {
        return switch (trade) {
            case FARMER -> inTheField();
            case HEALER, YOUNGSTER -> List.of(gather("berries", 8), store());
            case WOODCUTTER, TRADER -> List.of(gather("wood", 6), store());
            case BUILDER -> repairs();
            case COOK -> baking();
            case ELDER -> firewood();
        };
    }

    private List<Step> repairs() {
        return village.buildings().unfinished().stream()
                .map(BuildingSite::building)
                .filter(kind -> village.buildings().claimedCount(kind)
                        < village.buildings().limit(kind))
                .filter(village.buildings()::isPayable)
                .findFirst()
                .map(begun -> List.of(Step.of("plan_build").with("building", begun.label())))
                .orElseGet(this::tools);
    }

    /** Makes a tool if none is in store, otherwise gathers stone. */
    private List<Step> tools() {
        boolean lacking = village.store().get(Resource.TOOL) == 0;
        return lacking && MakeToolAction.hasMaterial(village.store())
                ? List.of(Step.of("make_tool").with("amount", 1), store())
                : List.of(gather("stone", 4), store());
    }

    private List<Step> inTheField() {
        if (village.buildings().fieldPlots().stream().anyMatch(FieldPlot::ripe)) {
            return List.of(Step.of("harvest").with("amount", 2), store());
        }
        boolean bare = village.buildings().fieldPlots().stream().anyMatch(FieldPlot::bare);
        return bare && village.store().get(Resource.GRAIN) > 0
                ? List.of(withdraw("grain", 2), Step.of("plant").with("amount", 2))
                : List.of(gather("berries", 8), store());
    }

    private List<Step> baking() {
        return village.store().get(Resource.GRAIN) > 2 * CookAction.GRAIN + village.seedGrain()
                ? List.of(
                        withdraw("grain", 2 * CookAction.GRAIN),
                        gather("water", 2),
                        Step.of("cook").with("amount", 2),
                        store())
                : List.of(gather("berries", 6), store());
    }

    private List<Step> firewood() {
        boolean low = village.buildings().campfires().get(0).fuel() < Campfire.MAX_FUEL / 2;
        if (low && village.store().get(Resource.WOOD) > 0) {
            return List.of(withdraw("wood", 3), Step.of("deposit").with("where", "fire"));
        }
        return List.of(gather("wood", 3), store());
    }

    /** Returns a step with an amount. */
    public static Step gather(String target, int amount) {
        return Step.of("gather").with("target", target).with("amount", amount);
    }

    /** Returns a step with an amount. */
    public static Step withdraw(String item, int amount) {
        return Step.of("withdraw").with("item", item).with("amount", amount);
    }

    private static Step store() {
        return Step.of("deposit");
    }
}
