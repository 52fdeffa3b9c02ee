/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.Bag;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A crowd has many agents that hardly do anything, so most of their components stay small. */
class AgentSizeTest {
    @Test
    void agentThatHasDoneNothingOwnsFewObjects() throws IllegalAccessException {
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(new FakeBroker(), TestWorld.ACTIONS)
                        .runner("rest", (id, step) -> Progress.RUNNING))
                .build());
        int agent = agentWithoutModel(world);
        int other = agentWithoutModel(world);
        world.process();
        world.process();
        assertThat(ownObjects(world, agent, other))
                .containsExactly("BehaviorQueue.steps", "Senses.nearby", "Senses.visible");
        world.getSystem(DecisionApplySystem.class).order(agent, List.of(Step.of("rest")));
        world.process();
        assertThat(components(world, agent)).containsKey("RunnerState");
        assertThat(components(world, other)).doesNotContainKey("RunnerState");
    }

    private static int agentWithoutModel(World world) {
        int agent = world.create();
        world.edit(agent).create(Mind.class).usesModel = false;
        world.edit(agent).create(Needs.class);
        return agent;
    }

    /** The fields in which an agent has another object than the other agent. */
    private static List<String> ownObjects(World world, int agent, int other)
            throws IllegalAccessException {
        List<String> own = new ArrayList<>();
        Map<String, Component> others = components(world, other);
        for (Map.Entry<String, Component> each : components(world, agent).entrySet()) {
            for (Field field : ComponentFiller.fields(each.getValue().getClass())) {
                boolean object = !field.getType().isPrimitive();
                if (object && field.get(each.getValue()) != field.get(others.get(each.getKey()))) {
                    own.add(each.getKey() + "." + field.getName());
                }
            }
        }
        own.sort(null);
        return own;
    }

    private static Map<String, Component> components(World world, int agent) {
        Map<String, Component> found = new TreeMap<>();
        for (Component each :
                world.getComponentManager().getComponentsFor(agent, new Bag<>(Component.class))) {
            found.put(each.getClass().getSimpleName(), each);
        }
        return found;
    }
}
