/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.Transient;
import com.artemis.utils.IntBag;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field of every component survives a save. */
class ComponentSaveTest {
    private static final int OTHERS = 3;
    private static final JavaClasses CORE = new ClassFileImporter()
            .importUrl(MindPlugin.class.getProtectionDomain().getCodeSource().getLocation());

    private final SavingWorld before = new SavingWorld(new FakeBroker());

    /** Every component of the library that is to be saved. */
    static List<Class<? extends Component>> components() {
        List<Class<? extends Component>> found = CORE.stream()
                .filter(type -> type.isAssignableTo(Component.class))
                .filter(type -> !type.isAnnotatedWith(Transient.class))
                .map(JavaClass::reflect)
                .<Class<? extends Component>>map(type -> type.asSubclass(Component.class))
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .toList();
        assertThat(found).hasSizeGreaterThanOrEqualTo(9).contains(Mind.class, Senses.class);
        return found;
    }

    /** Fluid Entities would generate methods that clash with each other and with the game's. */
    @Test
    void everyComponentIsExcludedFromFluidEntities() {
        assertThat(CORE.stream()
                        .filter(type -> type.isAssignableTo(Component.class))
                        .filter(type -> !type.isAnnotatedWith(Fluid.class)
                                || !type.getAnnotationOfType(Fluid.class).exclude()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("components")
    void restoresEveryFieldOfAComponent(Class<? extends Component> type) throws Exception {
        IntBag agents = population(before);
        int agent = agents.get(0);
        Component filled = component(before.world, agent, type);
        Map<String, String> plain = fieldsOf(filled, agents);
        new ComponentFiller(agents).fill(filled);
        Map<String, String> full = fieldsOf(filled, agents);
        plain.forEach((field, value) ->
                assertThat(full.get(field)).as("%s was filled", field).isNotEqualTo(value));

        SavingWorld after = new SavingWorld(new FakeBroker());
        after.world.create(); // so that loaded entities get other ids
        IntBag loaded = after.load(before.save()).entities;
        assertThat(loaded.size()).isEqualTo(agents.size());
        assertThat(loaded.get(0)).isNotEqualTo(agent);
        assertThat(fieldsOf(component(after.world, loaded.get(0), type), loaded))
                .isEqualTo(full);
    }

    @ParameterizedTest
    @MethodSource("components")
    void restoresDefaultsIntoRecycledComponents(Class<? extends Component> type) throws Exception {
        IntBag agents = population(before);
        component(before.world, agents.get(0), type);
        before.world.process();
        byte[] save = before.save();

        SavingWorld after = new SavingWorld(new FakeBroker());
        IntBag used = population(after);
        new ComponentFiller(used).fill(component(after.world, used.get(0), type));
        for (int i = 0; i < used.size(); i++) {
            after.world.delete(used.get(i));
        }
        after.ticks(2);
        IntBag loaded = after.load(save).entities;
        Component again = component(after.world, loaded.get(0), type);
        Map<String, String> expected =
                fieldsOf(component(before.world, agents.get(0), type), agents);
        assertThat(fieldsOf(again, loaded)).isEqualTo(expected);
    }

    @Test
    void restoresArgumentsAndHeadersInOrder() {
        int agent = before.agent();
        before.ticks(1);
        Step step = Step.of("gather").with("class", "wood").with("items", 3).with("", "null");
        before.queue(agent).steps.add(new QueuedStep(step));
        OwnModel model = new OwnModel("http://localhost/v1", "small");
        model.headers.put("X-Second", "{\"a\": 1}");
        model.headers.put("X-First", "ö");
        before.mind(agent).ownModel = model;
        SavingWorld after = new SavingWorld(new FakeBroker());
        int loaded = after.load(before.save()).entities.get(0);
        Step again = after.queue(loaded).steps.get(0).step;
        assertThat(again.arguments()).containsExactlyEntriesOf(step.arguments());
        OwnModel modelAgain = Objects.requireNonNull(after.mind(loaded).ownModel);
        assertThat(modelAgain.headers).containsExactlyEntriesOf(model.headers);
    }

    @Test
    void savingDoesNotChangeTheWorld() throws Exception {
        IntBag agents = population(before);
        before.ticks(100);
        component(before.world, agents.get(0), Senses.class).hear(new Speech("Mira", "Hello", 99));
        List<String> was = everything(before, agents);
        byte[] first = before.save();
        assertThat(everything(before, agents)).isEqualTo(was);
        assertThat(before.save()).isEqualTo(first);
    }

    private static List<String> everything(SavingWorld world, IntBag agents) throws Exception {
        List<String> all = new ArrayList<>();
        for (Class<? extends Component> type : components()) {
            for (int i = 0; i < agents.size(); i++) {
                Component component = world.world.getMapper(type).get(agents.get(i));
                all.add(ComponentFiller.contents(component, agents));
            }
        }
        all.add("ticket " + world.mind(agents.get(0)).ticket);
        return all;
    }

    private static IntBag population(SavingWorld world) {
        IntBag agents = new IntBag();
        for (int i = 0; i <= OTHERS; i++) {
            agents.add(world.agent());
        }
        world.ticks(1);
        return agents;
    }

    private static <T extends Component> T component(World world, int entity, Class<T> type) {
        return world.getMapper(type).create(entity);
    }

    private static Map<String, String> fieldsOf(Component component, IntBag agents)
            throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (Field field : ComponentFiller.fields(component.getClass())) {
            values.put(field.getName(), ComponentFiller.contents(field.get(component), agents));
        }
        return values;
    }
}
