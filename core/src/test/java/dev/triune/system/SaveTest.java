/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.annotations.Transient;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A load restores the state of minds but no pending requests. */
class SaveTest {
    private final FakeBroker broker = new FakeBroker();
    private final SavingWorld before = new SavingWorld(broker);

    @Test
    void loadRestoresClockAndCooldowns() {
        int agent = before.agent();
        before.ticks(500);
        before.mind(agent).lastInvoked(Layer.AUTONOMIC, 490);
        SavingWorld after = new SavingWorld(new FakeBroker());
        int loaded = after.load(before.save()).entities.get(0);
        assertThat(after.minds.clock().tick()).isEqualTo(500);
        for (Layer layer : Layer.values()) {
            assertThat(after.mind(loaded).lastInvoked(layer))
                    .isEqualTo(before.mind(agent).lastInvoked(layer));
        }
        after.ticks(1);
        assertThat(after.minds.clock().tick()).isEqualTo(501);
    }

    @Test
    void requestIntervalIsKeptAcrossLoad() {
        before.agent();
        before.agent();
        before.ticks(1);
        assertThat(broker.asked()).hasSize(1);
        FakeBroker fresh = new FakeBroker();
        SavingWorld after = new SavingWorld(fresh);
        after.load(before.save());
        after.ticks(4);
        assertThat(fresh.asked()).as("250 ms are 5 ticks").isEmpty();
        after.ticks(1);
        assertThat(fresh.asked()).hasSize(1);
    }

    @Test
    void agentSavedWhileWaitingRequestsAgainAfterLoad() {
        int agent = before.agent();
        before.ticks(1);
        assertThat(before.mind(agent).ticket).isPositive();
        FakeBroker fresh = new FakeBroker();
        SavingWorld after = new SavingWorld(fresh);
        int loaded = after.load(before.save()).entities.get(0);
        assertThat(after.mind(loaded).ticket).isZero();
        after.ticks(300);
        assertThat(fresh.asked()).isNotEmpty();
        assertThat(after.mind(loaded).ticket).isPositive();
    }

    @Test
    void currentStepIsRestartedAfterLoad() {
        int agent = before.agent();
        before.ticks(1);
        before.queue(agent).steps.add(new QueuedStep(Step.of("gather")));
        before.queue(agent).steps.add(new QueuedStep(Step.of("rest")));
        before.ticks(1);
        assertThat(before.gathering.calls()).containsExactly("start", "tick");
        SavingWorld after = new SavingWorld(new FakeBroker());
        int loaded = after.load(before.save()).entities.get(0);
        assertThat(after.queue(loaded).steps)
                .extracting(queued -> queued.state)
                .containsExactly(QueuedStep.State.PENDING, QueuedStep.State.PENDING);
        assertThat(before.queue(agent).wholePlan().get(0).state)
                .isEqualTo(QueuedStep.State.CURRENT);
        after.ticks(1);
        assertThat(after.gathering.calls()).containsExactly("start", "tick");
        assertThat(after.behavior(loaded).origin).isEqualTo(Behavior.Origin.STEP);
        assertThat(after.minds.stats().steps().queued()).isEqualTo(2);
    }

    @Test
    void loadedAgentsKeepSerialsAndNewAgentsGetOthers() {
        int first = before.agent();
        int second = before.agent();
        before.ticks(1);
        before.world.delete(second);
        before.ticks(1);
        SavingWorld after = new SavingWorld(new FakeBroker());
        int loaded = after.load(before.save()).entities.get(0);
        int newcomer = after.agent();
        after.ticks(1);
        assertThat(after.mind(loaded).serial)
                .isEqualTo(before.mind(first).serial)
                .isEqualTo(1);
        assertThat(after.mind(newcomer).serial).as("serial 2 is used up").isEqualTo(3);
    }

    @Test
    void loadIntoUsedWorldAssignsNewSerials() {
        int agent = before.agent();
        before.ticks(1);
        byte[] save = before.save();
        long serial = before.mind(agent).serial;
        before.world.delete(agent);
        before.ticks(1);
        int loaded = before.load(save).entities.get(0);
        before.ticks(1);
        assertThat(before.mind(loaded).serial).isNotEqualTo(serial).isEqualTo(2);
    }

    @Test
    void rejectsLoadIntoWorldWithAgents() {
        before.agent();
        before.agent();
        before.ticks(50);
        byte[] save = before.save();
        assertThatIllegalStateException()
                .isThrownBy(() -> before.load(save))
                .withMessage("the world already has 2 entities with a Mind (load into a new world,"
                        + " or delete them and process the world once before)");
        before.ticks(1);
        assertThat(before.world
                        .getAspectSubscriptionManager()
                        .get(Aspect.all(Mind.class))
                        .getEntities()
                        .size())
                .isEqualTo(2);
    }

    @Test
    void rejectsASecondLoadBeforeTheFirstTick() {
        before.agent();
        before.ticks(50);
        byte[] save = before.save();
        SavingWorld after = new SavingWorld(new FakeBroker());
        after.load(save);
        assertThatIllegalStateException()
                .isThrownBy(() -> after.load(save))
                .withMessage("another save was loaded into the world before its next tick (load"
                        + " into a new world)");
    }

    @Test
    void removingAndReaddingLoadedAgentAssignsNewSerial() {
        before.agent();
        before.ticks(1);
        SavingWorld after = new SavingWorld(new FakeBroker());
        int loaded = after.load(before.save()).entities.get(0);
        after.ticks(1);
        assertThat(after.mind(loaded).serial).isEqualTo(1);
        after.world.getMapper(Needs.class).remove(loaded);
        after.ticks(1);
        after.world.getMapper(Needs.class).create(loaded);
        after.ticks(1);
        assertThat(after.mind(loaded).serial).isEqualTo(2);
    }

    @Test
    void answerFromBeforeLoadIsIgnoredByAnotherWorld() {
        int agent = before.agent();
        before.ticks(1);
        Asked asked = broker.last();
        SavingWorld after = new SavingWorld(broker);
        int loaded = after.load(before.save()).entities.get(0);
        after.ticks(1);
        assertThat(after.mind(loaded).serial).isEqualTo(before.mind(agent).serial);
        broker.answer(asked, new PlanPart.QueueableStep(Step.of("rest")));
        after.ticks(3);
        assertThat(after.queue(loaded).steps).isEmpty();
        assertThat(after.minds.stats().answers().total()).isZero();
    }

    @Test
    void answerFromBeforeLoadIsIgnoredByTheSameWorld() {
        broker.ignoreCancel();
        int agent = before.agent();
        before.ticks(1);
        byte[] save = before.save();
        Asked asked = broker.last();
        before.world.delete(agent);
        before.ticks(1);
        int loaded = before.load(save).entities.get(0);
        before.ticks(1);
        broker.answer(asked, new PlanPart.QueueableStep(Step.of("rest")));
        before.ticks(3);
        assertThat(before.queue(loaded).steps).isEmpty();
        assertThat(before.minds.stats().answers().total()).isEqualTo(1);
        assertThat(before.minds.stats().requests().pending()).isZero();
    }

    @Test
    void deletedNeighborIsNotRestored() {
        int agent = before.agent();
        int gone = before.agent();
        before.ticks(1);
        before.world.getMapper(Senses.class).get(agent).nearby.add(gone);
        before.world.delete(gone);
        before.ticks(2);
        SavingWorld after = new SavingWorld(new FakeBroker());
        IntBag loaded = after.load(before.save()).entities;
        after.ticks(1);
        assertThat(loaded.size()).isEqualTo(1);
        assertThat(after.world
                        .getAspectSubscriptionManager()
                        .get(Aspect.all())
                        .getEntities()
                        .size())
                .isEqualTo(1);
    }

    /** A system whose state cannot be read again. */
    private static final class Broken extends BaseSystem implements SavedState {
        @Override
        protected void processSystem() {}

        @Override
        public String stateName() {
            return "broken";
        }

        @Override
        public String writeState() {
            return "7";
        }

        @Override
        public void readState(String text) {
            throw new IllegalStateException("line 3: the same as in line 2");
        }
    }

    @Test
    void stateThatCannotBeReadIsLeftOutWithOneWarning() {
        before.agent();
        before.ticks(500);
        byte[] save = before.save();
        MindPlugin minds = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
        World world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager(), new Broken())
                .with(minds)
                .build());
        world.getSystem(WorldSerializationManager.class).setSerializer(new Utf8Serializer(world));
        try (LogLines log = new LogLines("dev.triune")) {
            assertThatCode(() -> new MindSaves(world, minds.clock())
                            .load(new ByteArrayInputStream(save)))
                    .doesNotThrowAnyException();
            assertThat(log.texts())
                    .filteredOn(line -> line.contains("broken"))
                    .singleElement()
                    .asString()
                    .contains("line 3: the same as in line 2", "left out");
        }
        assertThat(minds.clock().tick()).isEqualTo(500);
    }

    @Test
    void saveLargerThanCanBeLoadedIsRefusedBeforeAByteIsWritten() throws IOException {
        for (int i = 0; i < 20; i++) {
            before.agent();
        }
        before.ticks(1);
        byte[] save = before.save();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MindSaves small = new MindSaves(before.world, before.minds.clock(), save.length - 1);
        assertThatIOException()
                .isThrownBy(() -> small.save(out))
                .withMessageContaining("more than " + (save.length - 1) + " bytes")
                .withMessageContaining("20 entities");
        assertThat(out.size()).isZero();

        MindSaves enough = new MindSaves(before.world, before.minds.clock(), save.length);
        enough.save(out);
        SavingWorld after = new SavingWorld(new FakeBroker());
        new MindSaves(after.world, after.minds.clock(), save.length)
                .load(new ByteArrayInputStream(out.toByteArray()));
        after.ticks(1);
        assertThat(after.world
                        .getAspectSubscriptionManager()
                        .get(Aspect.all(Mind.class))
                        .getEntities()
                        .size())
                .isEqualTo(20);
    }

    /** A library's class that only it can create. */
    public static final class Foreign {
        final int number;

        Foreign(int number) {
            this.number = number;
        }
    }

    /** A component of a game that holds such an object. */
    public static class Holder extends Component {
        @Nullable
        Foreign foreign;
    }

    /** One that is not saved. */
    @Transient
    public static final class Passing extends Holder {}

    @Test
    void saveNamesWhatTheSerializerCannotCreateAgain() {
        SavingWorld world = new SavingWorld(new FakeBroker());
        int mira = world.agent();
        world.world.getMapper(Passing.class).create(mira).foreign = new Foreign(1);
        world.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            world.save();
            assertThat(log.texts()).isEmpty();
            world.world.getMapper(Holder.class).create(mira).foreign = new Foreign(1);
            world.ticks(1);
            world.save();
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .startsWith("the save has a " + Foreign.class.getName() + " of the component "
                            + Holder.class.getName())
                    .contains("@Transient");
        }
    }
}
