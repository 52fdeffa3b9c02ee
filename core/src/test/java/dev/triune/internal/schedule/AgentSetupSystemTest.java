/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which entities are agents, and the warnings about entities that are only nearly agents. */
class AgentSetupSystemTest {
    private final LogLines log = new LogLines("dev.triune");
    private final World world =
            new World(new WorldConfiguration().setSystem(new AgentSetupSystem()));

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    @Test
    void warnsOnceOfMindWithoutNeeds() {
        world.create();
        int first = mind();
        mind();
        process(5);
        mind();
        process(5);
        assertThat(log.texts())
                .containsExactly("entity " + first
                        + " has a Mind but no Needs: it is no agent (add Needs). Said once.");
        assertThat(world.getMapper(Behavior.class).has(first)).isFalse();
    }

    @Test
    void needsAddedInTheSameTickAreAccepted() {
        int mira = mind();
        world.getMapper(Needs.class).create(mira);
        process(5);
        int oren = mind();
        world.process();
        world.getMapper(Needs.class).create(oren);
        process(5);
        assertThat(log.texts()).isEmpty();
        assertThat(world.getMapper(Behavior.class).has(oren)).isTrue();
    }

    @Test
    void needsAddedByALaterSystemAreAccepted() {
        World later = new World(new WorldConfiguration()
                .setSystem(new AgentSetupSystem())
                .setSystem(new BaseSystem() {
                    @Override
                    protected void processSystem() {
                        getWorld().getMapper(Needs.class).create(0);
                    }
                }));
        int mira = later.create();
        assertThat(mira).isZero();
        later.getMapper(Mind.class).create(mira);
        for (int tick = 0; tick < 5; tick++) {
            later.process();
        }
        assertThat(log.texts()).isEmpty();
    }

    @Test
    void addsMissingSensesAndKeepsExistingOnes() {
        int mira = mind();
        world.getMapper(Needs.class).create(mira);
        int oren = mind();
        world.getMapper(Needs.class).create(oren);
        Senses own = world.getMapper(Senses.class).create(oren);
        process(2);
        assertThat(world.getMapper(Senses.class).get(mira).visible).isEmpty();
        assertThat(world.getMapper(Senses.class).get(oren)).isSameAs(own);
    }

    @Test
    void doesNotWarnOfDeletedEntities() {
        int mira = mind();
        world.process();
        world.delete(mira);
        process(5);
        assertThat(log.texts()).isEmpty();
    }

    private int mind() {
        int entity = world.create();
        world.getMapper(Mind.class).create(entity);
        return entity;
    }

    private void process(int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            world.process();
        }
    }
}
