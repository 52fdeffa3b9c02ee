/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.kind.PerKind;
import dev.triune.prompt.Perception;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agreements end with their steps, whoever is near. */
class JournalKeeperTest {
    private final World world = new World(new WorldConfiguration());
    private final JournalKeeper keeper = new JournalKeeper();
    private final int agent = world.create();

    @Test
    void keptAgreementIsSettledBesideEntitiesThatAreGone() {
        PerKind<Perception> perceptions = new PerKind<>(
                List.of(new MindKind(new MindConfig(TestWorld.ACTIONS))),
                kind -> kind.config().perception());
        perceptions.initialize(world);
        keeper.start(world, new GameClock(), perceptions);
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Persona.class).create(agent);
        Senses senses = world.getMapper(Senses.class).create(agent);
        senses.nearby.add(100_000); // the game has deleted it, and no entity had so high an id
        senses.nearby.add(-1);
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree("Bob", true, "Rest!", "I do.", "rest", 0);
        QueuedStep step = new QueuedStep(Step.of("rest"));
        step.agreement = agreement.number;
        step.state = QueuedStep.State.DONE;
        keeper.ended(agent, step);
        assertThat(agreement.state).isEqualTo(Agreement.State.DONE);
        assertThat(journal.deeds).hasSize(1);
    }
}
