/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.SaveFileFormat;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A game saves its whole world itself, with its own serializer; its clock begins at 0 again. */
class WholeWorldSaveTest {
    /** A component of the game with the same simple name as one of the library. */
    public static class Home extends Component {
        public int rooms;
    }

    private final FakeBroker broker = new FakeBroker();
    private final SavingWorld after = new SavingWorld(broker);

    private static byte[] save(World world) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        IntBag all = new IntBag();
        all.addAll(world.getAspectSubscriptionManager().get(Aspect.all()).getEntities());
        world.getSystem(WorldSerializationManager.class).save(out, new SaveFileFormat(all));
        return out.toByteArray();
    }

    private static IntBag load(World world, byte[] save) {
        return world.getSystem(WorldSerializationManager.class)
                .load(new ByteArrayInputStream(save), SaveFileFormat.class)
                .entities;
    }

    @Test
    void loadShiftsTimestampsSoThatCooldownsAreKept() {
        SavingWorld before = new SavingWorld(new FakeBroker());
        int mira = before.agent();
        before.ticks(6_000);
        before.mind(mira).lastInvoked(Layer.EXECUTOR, 5_900);
        before.mind(mira).lastDecision = 5_950;
        before.mind(mira).deferredUntil = 6_020;
        Senses senses = before.world.getMapper(Senses.class).get(mira);
        senses.overhear(new Speech("Bo", "Psst", 5_980));
        senses.hear(new Speech("Ann", "Hello", 5_990));
        before.world.getMapper(Memory.class).create(mira).remember("a feast", "", 1, 3_000);

        int loaded = load(after.world, save(before.world)).get(0);
        after.ticks(1);
        Mind mind = after.mind(loaded);
        long shift = 5_990;
        assertThat(mind.lastDecision).isEqualTo(5_950 - shift);
        assertThat(mind.lastInvoked(Layer.EXECUTOR)).isEqualTo(5_900 - shift);
        assertThat(mind.lastInvoked(Layer.AUTONOMIC)).isEqualTo(Mind.NEVER);
        assertThat(mind.deferredUntil).as("30 ticks later").isEqualTo(6_020 - shift);
        assertThat(after.world.getMapper(Senses.class).get(loaded).heard())
                .containsExactly(
                        new Speech("Bo", "Psst", -10).asOverheard(), new Speech("Ann", "Hello", 0));
        assertThat(after.world.getMapper(Memory.class).get(loaded).episodes.get(0).tick)
                .isEqualTo(3_000 - shift);
        assertThat(broker.asked()).isEmpty();
        after.ticks(40);
        assertThat(broker.asked()).as("once it is not deferred any more").hasSize(1);
    }

    @Test
    void boredomTimerWorksAfterLoad() {
        SavingWorld before = new SavingWorld(new FakeBroker());
        int mira = before.agent();
        before.mind(mira).usesModel = false;
        before.ticks(6_000);
        int loaded = load(after.world, save(before.world)).get(0);
        after.ticks(1 + (int) after.minds.clock().ticks(Duration.ofSeconds(20)));
        assertThat(after.behavior(loaded).since).isBetween(0L, 401L);
        assertThat(after.behavior(loaded).generation).isGreaterThan(0);
    }

    @Test
    void saveWithoutMindsLoadsIntoWorldWithMinds() {
        World old = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .build());
        old.getSystem(WorldSerializationManager.class).setSerializer(new Utf8Serializer(old));
        int house = old.create();
        old.getMapper(Home.class).create(house).rooms = 3;
        old.process();
        IntBag loaded = load(after.world, save(old));
        int found = loaded.get(0);
        assertThat(after.world.getMapper(Home.class).get(found).rooms).isEqualTo(3);
        after.world.getMapper(Mind.class).create(found);
        after.world.getMapper(Needs.class).create(found);
        after.ticks(30);
        assertThat(broker.asked()).isNotEmpty();
    }

    @Test
    void componentsWithTheSameSimpleNameAreBothSaved() {
        SavingWorld before = new SavingWorld(new FakeBroker());
        int mira = before.agent();
        before.world.getMapper(Home.class).create(mira).rooms = 3;
        before.world.getMapper(dev.triune.component.Home.class).create(mira).x = 5;
        before.ticks(1);
        int loaded = load(after.world, save(before.world)).get(0);
        assertThat(after.world.getMapper(Home.class).get(loaded).rooms).isEqualTo(3);
        assertThat(after.world.getMapper(dev.triune.component.Home.class).get(loaded).x)
                .isEqualTo(5);
    }
}
