/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The saves that docs/minds.md shows: what stands between two marks is there, word for word. */
class SavesPageTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void saveLoadsIntoANewWorld() throws IOException {
        save();
        MindPlugin plugin = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
        World world = world(plugin);
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        MindSaves saves = new MindSaves(world, plugin.clock());
        ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
        // [sample]
        saves.load(in); // into a new world that was built the same way, before its first tick
        // [end]
        assertThat(plugin.clock().tick()).isEqualTo(7);
        world.process();
        int mira = world.getAspectSubscriptionManager()
                .get(Aspect.all(Mind.class))
                .getEntities()
                .get(0);
        assertThat(world.getMapper(Persona.class).get(mira).name).isEqualTo("Mira");
    }

    private void save() throws IOException {
        MindPlugin plugin = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
        World world = world(plugin);
        int mira = world.create();
        world.edit(mira).create(Mind.class);
        world.edit(mira).create(Needs.class);
        world.edit(mira).create(Persona.class).named("Mira", "a builder");
        for (int tick = 0; tick < 7; tick++) {
            world.process();
        }
        // [sample]
        world.getSystem(WorldSerializationManager.class) // once, before the first save or load
                .setSerializer(new JsonArtemisSerializer(world));

        MindSaves saves = new MindSaves(world, plugin.clock());
        saves.save(out);
        // [end]
    }

    private static World world(MindPlugin plugin) {
        return new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(plugin)
                .build());
    }
}
