/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.habits.Habits;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What habits keep of an agent survives saves, and is forgotten with its mind. */
class HabitStateTest {
    /** A world with habits, or without, and its saves. */
    private record Saving(World world, MindSaves saves) {}

    private static Saving saving(boolean on) {
        MindPlugin minds = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
        if (on) {
            minds.with(Habits.learning());
        }
        World world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(minds)
                .build());
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        return new Saving(world, new MindSaves(world, minds.clock()));
    }

    /** Turns a save without habits into one from when minds held the state of habits. */
    private static byte[] older(byte[] save) {
        String text = new String(save, StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        JsonMapper json = JsonMapper.shared();
        ObjectNode body = (ObjectNode) json.readTree(text.substring(end + 1));
        for (JsonNode entity : body.get("entities")) {
            ((ObjectNode) entity.get("components"))
                    .withObject("Mind")
                    .put("callsModel", true)
                    .put("lastHabit", "gather")
                    .put("habitRepeats", 2)
                    .put("habitDraws", 5);
        }
        byte[] bytes = json.writeValueAsBytes(body);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        String title = text.substring(0, end)
                .replaceFirst("\\d+ bytes, sum .*", "")
                .concat(String.format("%d bytes, sum %08x\n", bytes.length, sum.getValue()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(title.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    @Test
    void stateOfAnOlderSaveIsThatOfItsMind() throws IOException {
        Saving before = saving(false);
        int agent = before.world.create();
        before.world.getMapper(Mind.class).create(agent);
        before.world.getMapper(Needs.class).create(agent);
        before.world.process();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        before.saves.save(out);

        Saving after = saving(true);
        after.saves.load(new ByteArrayInputStream(older(out.toByteArray())));
        HabitState state = null;
        for (int i = 0; i < 8 && state == null; i++) {
            state = after.world.getMapper(HabitState.class).get(i);
        }
        assertThat(state).isNotNull();
        assertThat(state.callsModel).isTrue();
        assertThat(state.lastHabit).isEqualTo("gather");
        assertThat(state.habitRepeats).isEqualTo(2);
        assertThat(state.habitDraws).isEqualTo(5);
    }

    @Test
    void forgetsWithItsMindOnceAndKeepsItsRandomSequence() {
        Mind mind = new Mind();
        HabitState state = new HabitState();
        state.callsModel = true;
        state.lastHabit = "gather";
        state.habitRepeats = 2;
        state.habitDraws = 5;
        state.forgetWith(mind);
        assertThat(state.lastHabit).as("nothing was forgotten").isEqualTo("gather");

        mind.forget();
        state.forgetWith(mind);
        assertThat(state.callsModel).isFalse();
        assertThat(state.lastHabit).isEmpty();
        assertThat(state.habitRepeats).isZero();
        assertThat(state.habitDraws).isEqualTo(5);

        state.lastHabit = "rest";
        state.forgetWith(mind);
        assertThat(state.lastHabit).as("already forgotten").isEqualTo("rest");
    }
}
