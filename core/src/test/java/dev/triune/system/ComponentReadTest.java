/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.Entity;
import com.artemis.World;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.reflex.NeedsCheckSystem;
import dev.triune.rule.Reflex;
import java.lang.reflect.Field;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The reflex system reads two components of each agent once per tick. */
class ComponentReadTest {
    private static final int AGENTS = 500;
    private static final int TICKS = 700;
    private static final long SEED = 20_260_102;

    /** Counts what is read through it. */
    private static final class CountingMapper<A extends Component> extends ComponentMapper<A> {
        private final ComponentMapper<A> mapper;
        private int reads;

        CountingMapper(Class<A> type, World world) {
            super(type, world);
            this.mapper = world.getMapper(type);
        }

        @Override
        public A get(int agent) {
            reads++;
            return mapper.get(agent);
        }

        @Override
        public boolean has(int agent) {
            reads++;
            return mapper.has(agent);
        }
    }

    @Test
    void readsEachAgentTwicePerTick() throws ReflectiveOperationException {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        TestWorld world =
                TestWorld.builder().withoutScheduling().withoutActing().build();
        int[] agents = new int[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            agents[i] = world.agent();
        }
        world.tick(); // they appear: no part of the pass
        CountingMapper<Needs> needs = new CountingMapper<>(Needs.class, world.world);
        CountingMapper<Behavior> behavior = new CountingMapper<>(Behavior.class, world.world);
        put(world.reflexes, "mNeeds", needs);
        put(world.reflexes, "mBehavior", behavior);
        for (int tick = 1; tick <= TICKS; tick++) {
            change(world.needs(agents[random.nextInt(AGENTS / 2)]), random); // others get bored
            world.tick();
            assertThat(needs.reads).as("reads of Needs").isEqualTo(tick * AGENTS);
            assertThat(behavior.reads).as("reads of Behavior").isEqualTo(tick * AGENTS);
        }
        for (Reflex reflex : Reflex.values()) {
            assertThat(world.reflexes.count(reflex)).as(reflex.name()).isPositive();
        }
    }

    @Test
    void reflexesReadOnlyNeedsAndBehavior() {
        JavaClasses main = new ClassFileImporter()
                .importPackages("dev.triune.internal.reflex", "dev.triune.system")
                .that(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "of the pass",
                        type -> type.getSource()
                                        .map(source -> !source.getUri()
                                                .toString()
                                                .contains("test-classes"))
                                        .orElse(false)
                                && (type.isEquivalentTo(AutonomicSystem.class)
                                        || type.getPackageName().endsWith("reflex"))
                                && !type.isEquivalentTo(NeedsCheckSystem.class)));
        fields().that()
                .haveRawType(ComponentMapper.class)
                .should()
                .haveName("mNeeds")
                .orShould()
                .haveName("mBehavior")
                .check(main);
        noClasses()
                .should()
                .callMethod(World.class, "getMapper", Class.class)
                .orShould()
                .callMethod(World.class, "getEntity", int.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Entity.class)
                .check(main);
    }

    private static void change(Needs needs, Random random) {
        needs.hunger = random.nextFloat();
        needs.energy = random.nextInt(4) == 0 ? 0 : random.nextFloat();
        needs.temperature = random.nextFloat();
        needs.health = random.nextFloat();
        needs.sleepDrive = random.nextFloat();
        needs.tooHot = random.nextBoolean();
        needs.bedtime = random.nextBoolean();
        needs.hasHome = random.nextBoolean();
        needs.danger = random.nextInt(4) == 0;
    }

    private static void put(AutonomicSystem system, String field, Object mapper)
            throws ReflectiveOperationException {
        Field place = AutonomicSystem.class.getDeclaredField(field);
        place.setAccessible(true);
        place.set(system, mapper);
    }
}
