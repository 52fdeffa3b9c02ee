/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A world of minds that can be saved, with a broker that the test plays. */
final class SavingWorld {
    final FakeBroker broker;
    final Script gathering = new Script();
    final MindPlugin minds;
    final World world;
    final MindSaves saves;

    SavingWorld(FakeBroker broker) {
        this(broker, new GameClock());
    }

    SavingWorld(FakeBroker broker, GameClock clock) {
        this.broker = broker;
        minds = new MindPlugin(broker, TestWorld.ACTIONS)
                .clock(clock)
                .carriesOut(TestWorld.reflexes())
                .runner("gather", gathering);
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(minds)
                .build());
        world.getSystem(WorldSerializationManager.class).setSerializer(new Utf8Serializer(world));
        saves = new MindSaves(world, minds.clock());
    }

    int agent() {
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Senses.class).create(agent);
        return agent;
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }

    Mind mind(int agent) {
        return world.getMapper(Mind.class).get(agent);
    }

    Behavior behavior(int agent) {
        return world.getMapper(Behavior.class).get(agent);
    }

    BehaviorQueue queue(int agent) {
        return world.getMapper(BehaviorQueue.class).get(agent);
    }

    byte[] save() {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            saves.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    MindSave load(byte[] save) {
        try {
            return saves.load(new ByteArrayInputStream(save));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a save with another body, and the header that fits. */
    static byte[] withBody(byte[] save, UnaryOperator<String> change) {
        SaveHeader header = SaveHeader.read(save);
        int start = SaveHeader.bodyOf(save);
        String body = new String(save, start, save.length - start, StandardCharsets.UTF_8);
        byte[] changed = change.apply(body).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SaveHeader.of(header.ticksPerSecond(), header.entities(), changed)
                .line());
        out.writeBytes(changed);
        return out.toByteArray();
    }
}
