/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.EntityEdit;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.BehaviorRunner;
import dev.triune.action.Step;
import dev.triune.action.Watchdog;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Home;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.rule.ReflexTable;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.BehaviorSystem;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.ThirstReflex;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.people.Body;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.VillageClockSystem;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.TalkSystem;
import dev.triune.village.world.Point;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.List;

/**
 * A small world for tests: time, senses, talk, reflexes and steps are real; needs stay as the test
 * sets them, and nobody plans but the test.
 */
public final class TestVillage {
    private final GameClock clock = new GameClock();
    private final Village village = new Village(8);
    private final VillageFacts lore = new VillageFacts();
    private final VillagerDirectory people = new VillagerDirectory();
    private final Player player = new Player();
    private final ActionPreconditions rules = new ActionPreconditions(village);
    private final VillageRoutine habits = new VillageRoutine(village);
    private final MindKind villagers =
            new MindKind(new MindConfig(VillageActions.catalog(rules))).routine(habits);
    private final World world = new World(new WorldConfigurationBuilder()
            .with(
                    new GameClockSystem(clock),
                    new VillageClockSystem(clock, village),
                    new SensesSystem(village),
                    new TalkSystem(village, lore),
                    new DiarySystem(village),
                    new AutonomicSystem(
                            clock, ReflexTable.standard().with(new ThirstReflex()), Aspect.all()),
                    new BehaviorSystem(clock, List.of(villagers), Watchdog.DEFAULT, Aspect.all()))
            .build());
    private int settled;

    public TestVillage() {
        world.inject(rules);
    }

    public Village village() {
        return village;
    }

    public VillagerDirectory villagerDirectory() {
        return people;
    }

    public Player player() {
        return player;
    }

    public World world() {
        return world;
    }

    public long tick() {
        return clock.tick();
    }

    public TalkSystem talking() {
        return world.getSystem(TalkSystem.class);
    }

    /** Has a runner carry out steps or a reflex of that name. */
    public TestVillage run(String name, BehaviorRunner runner) {
        world.inject(runner);
        villagers.runner(name, runner);
        return this;
    }

    /** Somebody who is well, stands at that spot and lives there. */
    public int settle(String name, Point at) {
        int agent = world.create();
        EntityEdit edit = world.edit(agent);
        edit.create(Needs.class);
        edit.create(Behavior.class);
        edit.create(BehaviorQueue.class);
        edit.create(Senses.class);
        edit.create(Conversation.class);
        edit.create(Errand.class);
        edit.create(Body.class);
        edit.create(Memory.class);
        edit.create(Villager.class).number = settled++;
        edit.create(Persona.class).name = name;
        Home home = edit.create(Home.class);
        home.x = at.x();
        home.y = at.y();
        Position position = edit.create(Position.class);
        position.x = at.x();
        position.y = at.y();
        people.add(name, agent);
        return agent;
    }

    public <T extends Component> T of(int agent, Class<T> component) {
        return world.getMapper(component).get(agent);
    }

    public Stock carries(int agent) {
        return of(agent, Villager.class).carries;
    }

    public void pass(int ticks) {
        for (int i = 0; i < ticks; i++) {
            world.process();
        }
    }

    /** Puts a step at the end of somebody's plan. */
    public QueuedStep order(int agent, Step step) {
        QueuedStep queued = new QueuedStep(step);
        of(agent, BehaviorQueue.class).steps.add(queued);
        return queued;
    }

    /** Lets a step be carried out to its end, for three minutes at the most. */
    public QueuedStep carryOut(int agent, Step step) {
        QueuedStep queued = order(agent, step);
        for (int i = 0; i < 3_600 && !queued.finished(); i++) {
            pass(1);
        }
        return queued;
    }
}
