/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of the village that never changes. Immutable.
 *
 * @param size the width and height of the map, in tiles
 * @param firstHour the hour at tick 0
 * @param speeds the speeds to choose from, times real time; 0 is no limit
 * @param breakable whether the page can simulate faults of the model
 * @param byHand whether the player can be the mind of villagers
 * @param mode {@code live}, {@code recording} or {@value #REPLAY}
 */
record StaticScene(
        int size,
        int ticksPerDay,
        int firstHour,
        List<PlaceView> places,
        List<VillagerView> villagers,
        List<String> layers,
        List<Integer> speeds,
        boolean breakable,
        boolean byHand,
        String mode) {
    /** The mode that rejects all input that is not on the tape. */
    static final String REPLAY = "replay";

    /** A place; {@code resource} is the one that grows there, empty for none. */
    record PlaceView(String label, float x, float y, String resource) {}

    /** A villager. */
    record VillagerView(String name, String trade) {}

    /** Returns the scene of a running village. */
    static StaticScene of(VillageSimulation simulation, List<Integer> speeds) {
        return of(
                simulation,
                speeds,
                simulation.inputs().canBreakModel(),
                simulation.inputs().canBeMind(),
                mode(simulation));
    }

    /** Returns the scene of a page that plays a finished run. */
    static StaticScene ofRecording(VillageSimulation simulation) {
        return of(simulation, List.of(1, 5, 20, 60), false, false, REPLAY);
    }

    private static StaticScene of(
            VillageSimulation simulation,
            List<Integer> speeds,
            boolean breakable,
            boolean byHand,
            String mode) {
        List<PlaceView> places = new ArrayList<>();
        for (Place place : Place.values()) {
            places.add(new PlaceView(
                    place.label(), place.x(), place.y(), resource(simulation.village(), place)));
        }
        List<VillagerView> villagers = new ArrayList<>();
        for (int agent : simulation.villagers()) {
            villagers.add(new VillagerView(simulation.nameOf(agent), simulation.tradeOf(agent)));
        }
        return new StaticScene(
                Place.MAP_SIZE,
                Calendar.TICKS_PER_DAY,
                Calendar.hour(0),
                places,
                villagers,
                Arrays.stream(Layer.values()).map(Layer::label).toList(),
                speeds,
                breakable,
                byHand,
                mode);
    }

    private static String mode(VillageSimulation simulation) {
        if (simulation.transcript().isReplay()) {
            return REPLAY;
        }
        return simulation.transcript().isRecording() ? "recording" : "live";
    }

    /** Returns the reason why a command is rejected; empty if it is not. */
    String refusal(ViewCommand viewCommand) {
        return viewCommand.changesVillage() && mode.equals(REPLAY)
                ? "this is a replay: only what was said and overridden on its tape counts"
                : "";
    }

    private static String resource(Village village, Place place) {
        for (Resource resource : Resource.values()) {
            if (village.patch(resource)
                    .map(resourcePatch -> resourcePatch.place() == place)
                    .orElse(false)) {
                return resource.label();
            }
        }
        return "";
    }
}
