/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.village.world.Building;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Chooses for the offline mind what the village should build. */
final class BuildingChooser {
    private static final List<Building> STORAGE = List.of(Building.STOREHOUSE, Building.HOME);
    private static final List<Building> COMFORT = List.of(
            Building.BAKERY, Building.FIELD, Building.HOME, Building.WELL, Building.CAMPFIRE);

    private final Outlook prompt;

    BuildingChooser(Outlook prompt) {
        this.prompt = prompt;
    }

    /**
     * Returns an unfinished building, or one whose repair is affordable, that the village still
     * needs.
     */
    Optional<Building> firstUnfinished() {
        return Stream.concat(
                        prompt.unfinishedBuildings().stream(),
                        prompt.repairs().stream().filter(this::isRepairPayable))
                .filter(building -> prompt.missingBuildings(building) > 0)
                .findFirst();
    }

    /**
     * Returns the first building that is missing and affordable: storage first if the storehouse is
     * nearly full, otherwise by comfort, and finally the next project.
     */
    Optional<Building> next() {
        int mostlyFull = prompt.storageCapacity() * 3 / 4;
        boolean cramped = prompt.stored("wood") > mostlyFull || prompt.stored("stone") > mostlyFull;
        return Stream.concat((cramped ? STORAGE : COMFORT).stream(), project().stream())
                .filter(building -> prompt.stored("wood") >= building.wood()
                        && prompt.stored("stone") >= building.stone())
                .filter(this::isWanted)
                .findFirst();
    }

    /** Returns the next project of the village; empty while one is under construction. */
    Optional<Building> project() {
        List<Building> projects =
                Arrays.stream(Building.values()).filter(Building::isProject).toList();
        boolean begun = projects.stream()
                .anyMatch(project -> prompt.unfinishedBuildings().contains(project));
        return begun
                ? Optional.empty()
                : projects.stream()
                        .filter(project -> prompt.missingBuildings(project) > 0)
                        .findFirst();
    }

    private boolean isRepairPayable(Building building) {
        return prompt.stored("wood") >= building.repairWood()
                && prompt.stored("stone") >= building.repairStone();
    }

    /** Returns whether a building is missing, which a second bakery never is. */
    private boolean isWanted(Building building) {
        boolean second = building == Building.BAKERY && prompt.hasBuilding(building);
        return !second && prompt.missingBuildings(building) > 0;
    }
}
