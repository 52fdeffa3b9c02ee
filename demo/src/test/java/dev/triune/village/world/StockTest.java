/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StockTest {
    private final Stock stock = new Stock();

    @Test
    void takesNoMoreThanAvailable() {
        stock.add(Resource.WOOD, 3);
        assertThat(stock.take(Resource.WOOD, 2)).isEqualTo(2);
        assertThat(stock.take(Resource.WOOD, 5)).isEqualTo(1);
        assertThat(stock.take(Resource.WOOD, 5)).isZero();
        assertThat(stock.total()).isZero();
    }

    @Test
    void rejectsNegativeAmounts() {
        stock.add(Resource.STONE, 1);
        assertThatThrownBy(() -> stock.add(Resource.STONE, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-1 stone (expected 0 or more)");
        assertThatThrownBy(() -> stock.take(Resource.STONE, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(stock.get(Resource.STONE)).isEqualTo(1);
    }

    @Test
    void moveTransfersAllAndLosesWhatDoesNotFit() {
        Stock other = new Stock();
        other.add(Resource.BERRIES, 1);
        stock.add(Resource.BERRIES, 4);
        stock.add(Resource.BREAD, 2);
        stock.moveTo(other, 100);
        assertThat(stock).hasToString("nothing");
        assertThat(other).hasToString("berries 5, bread 2");
        stock.add(Resource.BREAD, 5);
        stock.moveTo(other, 4);
        assertThat(stock).hasToString("nothing");
        assertThat(other).hasToString("berries 5, bread 4");
    }

    @Test
    void clearedStockIsEmpty() {
        stock.add(Resource.BREAD, 2);
        stock.clear();
        assertThat(stock.total()).isZero();
    }

    @Test
    void findsResourcesBuildingsAndPlacesByLabel() {
        for (Resource resource : Resource.values()) {
            assertThat(Resource.named(resource.label())).isEqualTo(resource);
        }
        for (Building building : Building.values()) {
            assertThat(Building.named(building.label())).isEqualTo(building);
        }
        for (Place place : Place.values()) {
            assertThat(Place.named(place.label())).isEqualTo(place);
        }
        assertThat(Resource.values()).hasSize(Resource.COUNT);
    }
}
