/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.MindListener;
import dev.triune.QuietBroker;
import dev.triune.action.ActionCatalog;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;

/**
 * Agents with a mind: reflexes, and a scheduler with a real broker without requests, since the
 * layers of all agents cool down during the measurement.
 */
final class Minds implements Herd {
    /** The number of agents that hear speech in each tick. */
    private static final int HEARERS = 15;

    private final WorldHerd agents;
    private final LLMSchedulerSystem scheduler;
    private final ComponentMapper<Senses> mSenses;
    private final int size;
    private long tick;
    private int hearer;

    Minds(int size, boolean shuffled, ReflexTable reflexes) {
        this.size = size;
        MindPlugin plugin = new MindPlugin(
                        QuietBroker.open(),
                        ActionCatalog.builder().action("rest", "").build())
                .reflexes(reflexes)
                .carriesOut(QuietBroker.behaviors(reflexes))
                .listener(new NobodyAsks());
        List<BaseSystem> systems =
                plugin.systems().stream().filter(Minds::isMeasured).toList();
        scheduler = systems.stream()
                .filter(LLMSchedulerSystem.class::isInstance)
                .map(LLMSchedulerSystem.class::cast)
                .findFirst()
                .orElseThrow();
        coolDown(scheduler);
        agents = new WorldHerd(size, shuffled, plugin.clock(), systems, Minds::settle);
        mSenses = agents.world().getMapper(Senses.class);
    }

    private static boolean isMeasured(BaseSystem system) {
        return system instanceof GameClockSystem
                || system instanceof AutonomicSystem
                || system instanceof LLMSchedulerSystem;
    }

    private static void coolDown(LLMSchedulerSystem scheduler) {
        for (Layer layer : new Layer[] {Layer.TALKER, Layer.EXECUTOR}) {
            scheduler.layer(layer, config -> config.withCooldown(Duration.ofDays(10_000)));
        }
    }

    private static void settle(World world, int agent) {
        Mind mind = world.getMapper(Mind.class).create(agent);
        mind.lastInvoked(Layer.TALKER, 0);
        mind.lastInvoked(Layer.EXECUTOR, 0);
        world.getMapper(BehaviorQueue.class).create(agent);
        world.getMapper(Senses.class).create(agent);
        world.getMapper(Conversation.class).create(agent);
    }

    /** Makes some agents hear speech, and marks them dirty. */
    void speak() {
        for (int i = 0; i < HEARERS; i++) {
            hearer = (int) ((hearer + 6_700_417L) % size); // a prime: spreads over the heap
            Senses senses = mSenses.get(hearer);
            senses.heardAt = tick;
            senses.unattended++;
            scheduler.markDirty(hearer);
        }
    }

    @Override
    public void start(int agent, Activity activity, boolean interruptible, long since) {
        agents.start(agent, activity, interruptible, since);
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        agents.setNeeds(agent, values);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        agents.resume(agent, interruptible, now);
    }

    @Override
    public void pass() {
        tick++;
        agents.pass();
    }

    @Override
    public String state(int agent) {
        return agents.state(agent);
    }

    /** Fails the benchmark if an agent calls a model. */
    private static final class NobodyAsks implements MindListener {
        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String reason) {
            throw new IllegalStateException("agent " + agent + " asks: " + reason);
        }
    }
}
