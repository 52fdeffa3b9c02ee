/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The game: its systems, its creatures, and all that can be seen of it from outside. */
public final class Meadow {
    private Meadow() {}

    /** The systems, in the order in which they run. */
    public static List<BaseSystem> systems() {
        return List.of(
                new LookoutSystem(),
                new BodySystem(),
                new GrowthSystem(),
                new WolfSystem(),
                new InstinctSystem(),
                new OrderSystem());
    }

    /** Grazers, wolves, bushes and trees, by the seed. */
    public static void populate(World world, long seed) {
        long dice = Dice.roll(seed);
        for (int i = 0; i < 40; i++) {
            dice = Dice.roll(dice);
            float x = Dice.upTo(dice, 100);
            dice = Dice.roll(dice);
            float y = Dice.upTo(dice, 100);
            if (i < 16) {
                int grazer = creature(world, x, y);
                world.getMapper(Instinct.class).create(grazer).dice = dice;
                world.getMapper(Hunger.class).get(grazer).points = Dice.upTo(dice, 60);
            } else if (i < 19) {
                world.getMapper(Wolf.class).create(thing(world, x, y)).dice = dice;
            } else if (i < 33) {
                world.getMapper(Bush.class).create(thing(world, x, y));
            } else {
                world.getMapper(Tree.class).create(thing(world, x, y));
            }
        }
    }

    /** A clearing far from all wolves, with a bush and a tree. */
    public static void clearing(World world, float x, float y) {
        world.getMapper(Bush.class).create(thing(world, x + 5, y));
        world.getMapper(Tree.class).create(thing(world, x, y + 5));
    }

    /** A creature without instincts: it does what it is ordered to, and nothing else. */
    public static int creature(World world, float x, float y) {
        int creature = thing(world, x, y);
        world.getMapper(Health.class).create(creature);
        world.getMapper(Hunger.class).create(creature);
        world.getMapper(Load.class).create(creature);
        world.getMapper(Orders.class).create(creature);
        return creature;
    }

    /** Something that is at a place. */
    public static int thing(World world, float x, float y) {
        int thing = world.create();
        Position position = world.getMapper(Position.class).create(thing);
        position.x = x;
        position.y = y;
        return thing;
    }

    /** Every value of every component of this game on an entity, in words. */
    public static String describe(World world, int id) {
        StringBuilder all = new StringBuilder().append(id);
        Position position = of(world, id, Position.class);
        Health health = of(world, id, Health.class);
        Hunger hunger = of(world, id, Hunger.class);
        Load load = of(world, id, Load.class);
        Bush bush = of(world, id, Bush.class);
        Tree tree = of(world, id, Tree.class);
        Wolf wolf = of(world, id, Wolf.class);
        Instinct instinct = of(world, id, Instinct.class);
        Orders orders = of(world, id, Orders.class);
        all.append(position == null ? "" : " at " + position.x + ' ' + position.y);
        all.append(health == null ? "" : " health " + health.points);
        all.append(hunger == null ? "" : " hunger " + hunger.points);
        all.append(load == null ? "" : " wood " + load.wood);
        all.append(bush == null ? "" : " berries " + bush.berries);
        all.append(tree == null ? "" : " tree " + tree.wood);
        all.append(wolf == null ? "" : " wolf " + wolf.dice + ' ' + wolf.bitten);
        all.append(instinct == null ? "" : " instinct " + instinct.dice);
        all.append(orders == null ? "" : " orders " + orders.list);
        return all.append(of(world, id, Dead.class) == null ? "" : " dead").toString();
    }

    private static <C extends Component> @Nullable C of(World world, int id, Class<C> type) {
        return world.getMapper(type).get(id);
    }
}
