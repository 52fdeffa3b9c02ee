/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.Hamlet;
import dev.triune.village.action.GoTo;
import dev.triune.village.places.Place;
import dev.triune.village.places.Point;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PeopleTest {
    @Test
    void peopleAreFoundByNameWhateverItsCase() {
        People people = new People();
        people.add("Mira", 3);
        assertThat(people.named(" mIRA ")).hasValue(3);
        assertThat(people.named("Nobody")).isEmpty();
    }

    @Test
    void noTwoOfTenThousandHaveTheSameName() {
        assertThat(IntStream.range(0, 10_000).mapToObj(Names::name)).doesNotHaveDuplicates();
    }

    @Test
    void theFirstEightHaveEightTrades() {
        assertThat(IntStream.range(0, 8).mapToObj(Names::trade))
                .containsExactlyInAnyOrder(Trade.values());
        assertThat(Names.description(0)).contains(Names.name(0), Names.trade(0).label());
    }

    @Test
    void walkingGoesStraightAtFourTilesASecondAndEndsOnTheSpot() {
        Hamlet hamlet = new Hamlet();
        Walker walker = new Walker(hamlet);
        int mira = hamlet.settle("Mira", new Point(10, 10));
        Position at = hamlet.of(mira, Position.class);
        int ticks = 1;
        while (!walker.walk(mira, 13, 14)) {
            ticks++;
            assertThat((at.x - 10) * 4).isCloseTo((at.y - 10) * 3, within(0.01f));
        }
        assertThat(ticks).isBetween(25, 26);
        assertThat(at.distance(13, 14)).isZero();
        assertThat(walker.walk(mira, 13, 14)).isTrue();
    }

    @Test
    void peopleStandNextToEachOtherAtAPlace() {
        Hamlet hamlet = new Hamlet();
        Walker walker = new Walker(hamlet);
        int mira = hamlet.settle("Mira", new Point(28, 22));
        int oren = hamlet.settle("Oren", new Point(28, 22));
        for (int i = 0; i < 50; i++) {
            walker.walk(mira, Place.STOREHOUSE);
            walker.walk(oren, Place.STOREHOUSE);
        }
        Position there = hamlet.of(oren, Position.class);
        assertThat(hamlet.of(mira, Position.class).distance(there.x, there.y)).isGreaterThan(0.5f);
    }

    @Test
    void aPieceOfWorkTakesItsTicks() {
        Hamlet hamlet = new Hamlet();
        Walker walker = new Walker(hamlet);
        int mira = hamlet.settle("Mira", new Point(10, 10));
        assertThat(walker.work(mira, 3)).isFalse();
        assertThat(walker.work(mira, 3)).isFalse();
        assertThat(walker.work(mira, 3)).isTrue();
        assertThat(walker.work(mira, 3)).isFalse();
    }

    @Test
    void goingHomeEndsAtHome() {
        Hamlet hamlet = new Hamlet();
        int mira = hamlet.settle("Mira", new Point(10, 10));
        hamlet.of(mira, Position.class).x = 20;
        hamlet.run("go_to", new GoTo(hamlet.village()));
        hamlet.carryOut(mira, Step.of("go_to").with("place", "home"));
        assertThat(hamlet.of(mira, Position.class).distance(10, 10)).isZero();
    }

    private static final class Walker extends Walking {
        Walker(Hamlet hamlet) {
            super(hamlet.village());
            hamlet.world().inject(this);
        }

        @Override
        public Progress tick(int agent, Step step) {
            return Progress.RUNNING;
        }
    }
}
