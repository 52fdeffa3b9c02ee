/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Ticker;
import dev.triune.village.people.Position;
import dev.triune.village.sim.RunStats;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Builds immutable frames from the world between two ticks. Changes nothing. Artemis fills in the
 * mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class FrameBuilder {
    private static final long SECOND = 1_000_000_000;
    private static final long SCENE_EVERY = SECOND / 2;
    private static final int MAX_PROMISES = 60;

    private final VillageSimulation simulation;
    private final ActivityLog lives;
    private final VillagerInspector inspector;
    private final SceneBuilder surroundings;
    private final long firstTick;
    private int[] agents = {};
    private List<Promise> promisesShown = List.of();
    private DeedsView deeds = new DeedsView(new SayAndDo(0, 0, 0, 0, 0, 0, 1), List.of());
    private @Nullable VillageScene scene;
    private long sceneAt;
    private long countedAt;
    private long ticksAtCount;
    private long nanosAtCount;
    private double tps;
    private double tickMillis;

    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Conversation> mConversation;

    FrameBuilder(VillageSimulation simulation, ActivityLog activityLog, Ticker ticker) {
        this.simulation = simulation;
        this.lives = activityLog;
        this.inspector = new VillagerInspector(simulation, activityLog);
        this.firstTick = simulation.ticks();
        this.countedAt = ticker.nanos();
        simulation.inject(this);
        simulation.inject(inspector);
        this.surroundings = new SceneBuilder(simulation);
        simulation.inject(surroundings);
    }

    /**
     * Builds a frame of the current state.
     *
     * @param paused whether time is paused
     * @param speed the speed, times real time; 0 for no limit
     * @param now the time in nanoseconds, to limit how often scenes are built
     * @param inspected the numbers of the villagers to include details of
     */
    VillageFrame buildFrame(boolean paused, int speed, boolean ended, int[] inspected, long now) {
        measureTickRate(now);
        agents = simulation.villagers();
        VillageScene around = scene;
        if (around == null || ended || now - sceneAt >= SCENE_EVERY) {
            sceneAt = now;
            around = surroundings.buildScene();
            scene = around;
        }
        int[] x = new int[agents.length];
        int[] y = new int[agents.length];
        int[] flags = new int[agents.length];
        for (int number = 0; number < agents.length; number++) {
            Position at = mPosition.get(agents[number]);
            x[number] = Math.round(at.x * 100);
            y[number] = Math.round(at.y * 100);
            flags[number] = flags(agents[number]);
        }
        return new VillageFrame(
                simulation.ticks(),
                paused,
                speed,
                tps,
                tickMillis,
                ended,
                x,
                y,
                flags,
                around,
                lives.news(),
                deeds(),
                details(inspected, costPerToken(around.measures().stats())));
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged list is the same object
    private DeedsView deeds() {
        List<Promise> promises = simulation.stats().deeds().promises();
        if (promises != promisesShown) {
            promisesShown = promises;
            deeds = new DeedsView(
                    simulation.stats().deeds().sayAndDo(),
                    promises.stream()
                            .skip(Math.max(0, promises.size() - MAX_PROMISES))
                            .map(this::view)
                            .toList());
        }
        return deeds;
    }

    private DeedsView.PromiseView view(Promise promise) {
        return new DeedsView.PromiseView(
                lives.numberOf(promise.agent()),
                promise.with(),
                promise.request(),
                promise.answer(),
                promise.what(),
                promise.state().name().toLowerCase(Locale.ROOT),
                promise.reason(),
                promise.madeAt(),
                promise.settledAt());
    }

    private void measureTickRate(long now) {
        if (now - countedAt >= SECOND) {
            long ticks = simulation.ticks();
            tps = Math.round((ticks - ticksAtCount) * 1e10 / (now - countedAt)) / 10.0;
            long nanos = simulation.stats().tickTimes().totalNanos();
            long more = Math.max(1, ticks - ticksAtCount);
            tickMillis = Math.round((nanos - nanosAtCount) / 1e3 / more) / 1e3;
            nanosAtCount = nanos;
            ticksAtCount = ticks;
            countedAt = now;
        }
    }

    private List<VillagerDetail> details(int[] inspected, double costPerToken) {
        List<VillagerDetail> villagerDetails = new ArrayList<>();
        if (simulation.ticks() == firstTick) {
            return villagerDetails; // minds can be inspected once they have lived a tick
        }
        for (int number : inspected) {
            if (number >= 0 && number < agents.length) {
                villagerDetails.add(inspector.detail(number, agents[number], costPerToken));
            }
        }
        return villagerDetails;
    }

    private static double costPerToken(BrokerStats stats) {
        long tokens = stats.calls().usage().total();
        return tokens == 0 ? 0 : RunStats.cost(stats) / tokens;
    }

    private int flags(int agent) {
        Mind mind = mMind.get(agent);
        Behavior behavior = mBehavior.get(agent);
        boolean talking = mConversation.get(agent).active;
        int flags = layer(behavior, talking);
        flags |= mind.ticket != 0 ? VillageFrame.Flag.THINKING : 0;
        flags |= behavior.asleep ? VillageFrame.Flag.ASLEEP : 0;
        flags |= mNeeds.get(agent).alive() ? 0 : VillageFrame.Flag.DEAD;
        flags |= talking ? VillageFrame.Flag.TALKING : 0;
        flags |= behavior.origin == Behavior.Origin.REFLEX ? VillageFrame.Flag.REFLEX : 0;
        flags |= mind.layerOverride != null ? VillageFrame.Flag.OVERRIDDEN : 0;
        flags |= simulation.inputs().isByHand(agent) ? VillageFrame.Flag.BY_HAND : 0;
        return flags;
    }

    /** Returns the layer that guides a villager, from 1; 0 if none does. */
    private static int layer(Behavior behavior, boolean talking) {
        if (talking
                && (behavior.origin != Behavior.Origin.REFLEX
                        || behavior.name.equals(StandAndTalkReflex.BEHAVIOR))) {
            return Layer.TALKER.ordinal() + 1;
        }
        return switch (behavior.origin) {
            case REFLEX -> Layer.AUTONOMIC.ordinal() + 1;
            case STEP -> Layer.EXECUTOR.ordinal() + 1;
            case NONE -> 0;
        };
    }
}
