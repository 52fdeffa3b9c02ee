/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.dropin.meadow.Load;
import dev.triune.dropin.meadow.Meadow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The plugin does not change the behavior of entities without minds. */
class UndisturbedWorldTest extends MindfulMeadow {
    private static final long SEED = 20_260_801;

    @Test
    void worldWithoutMindsRunsAsWithoutThePlugin() {
        world = plugged(plugin());
        World plain = new World(plainConfiguration());
        Meadow.populate(world, SEED);
        Meadow.populate(plain, SEED);
        assertRunsAlike(plain, 40);
        assertThat(broker.stats().requests().submitted()).isZero();
    }

    @Test
    void entitiesWithoutMindsRunAsWithoutThePlugin() {
        world = plugged(plugin());
        World plain = new World(plainConfiguration());
        Meadow.populate(world, SEED);
        Meadow.populate(plain, SEED);
        Meadow.clearing(world, FAR, FAR);
        List<Integer> ours = List.of(mindful(FAR, FAR), mindful(FAR + 3, FAR));
        assertRunsAlike(plain, 40);
        assertThat(broker.stats().requests().submitted()).isPositive();
        assertThat(ours)
                .anySatisfy(mira ->
                        assertThat(world.getMapper(Load.class).get(mira).wood).isPositive());
    }

    @Test
    void worldOfFortyFourSystemsRunsAsWithoutThePlugin() {
        int others = 44 - Meadow.systems().size();
        List<Chore> chores = Chore.classes(others);
        WorldConfiguration config = plainConfiguration();
        chores.forEach(config::setSystem);
        plugin().systems().forEach(config::setSystem);
        world = injected(new World(config));
        WorldConfiguration plainConfig = plainConfiguration();
        Chore.classes(others).forEach(plainConfig::setSystem);
        World plain = new World(plainConfig);
        Meadow.populate(world, SEED);
        Meadow.populate(plain, SEED);
        Meadow.clearing(world, FAR, FAR);
        int mira = mindful(FAR, FAR);
        assertRunsAlike(plain, 40);
        assertThat(world.getMapper(Load.class).get(mira).wood).isPositive();
        assertThat(chores).allMatch(chore -> chore.done >= 5_000);
    }

    /** Compares every value of every component of the first entities after each of 5,000 ticks. */
    private void assertRunsAlike(World plain, int entities) {
        int changes = 0;
        List<String> before = census(plain, entities);
        for (int tick = 1; tick <= 5_000; tick++) {
            plain.setDelta(1 / 20f);
            plain.process();
            ticks(1);
            List<String> expected = census(plain, entities);
            assertThat(census(world, entities))
                    .as("seed " + SEED + ", tick " + tick)
                    .isEqualTo(expected);
            changes += expected.equals(before) ? 0 : 1;
            before = expected;
        }
        assertThat(changes).as("ticks in which something happened").isGreaterThan(4_900);
        assertThat(before).anyMatch(line -> line.endsWith("dead"));
        assertThat(before).anyMatch(line -> line.contains("hunger") && !line.endsWith("dead"));
    }

    private static List<String> census(World of, int entities) {
        return IntStream.range(0, entities)
                .mapToObj(id -> Meadow.describe(of, id))
                .toList();
    }
}
