/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.io.SaveFileFormat;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.LayerConfig;
import dev.triune.MindPlugin;
import dev.triune.MindSave;
import dev.triune.MindSaves;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.llm.Broker;
import dev.triune.market.Components.Bubble;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Walk;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The market without its window: the Artemis world, its systems, saves. Game thread only. */
public final class MarketWorld implements AutoCloseable {
    /** The size of the square, in metres. */
    static final float WIDTH = 64;

    static final float HEIGHT = 36;

    /** How far words carry, in metres. */
    static final float EARSHOT = 6;

    static final int TICKS_PER_SECOND = GameClock.DEFAULT_TICKS_PER_SECOND;

    private final Broker broker;
    private final MindPlugin minds;
    private int partner = -1; // whom the player spoke to last
    final World world;
    final Directory directory = new Directory();
    final NightSystem night;
    final WalkSystem walks = new WalkSystem();

    private MarketWorld(Broker broker, String player, float startHour) {
        this.broker = broker;
        // Follows the frames: minds tick 20 times per second however often the world is processed.
        GameClock clock = GameClock.byDelta();
        night = new NightSystem(clock, new Population(player), startHour);
        SpeechBubbles bubbles = new SpeechBubbles();
        minds = MarketMinds.plugin(broker, night, clock, bubbles);
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager(), directory, night, walks, bubbles)
                .with(minds)
                .build());
        // People look around more than they talk.
        world.getSystem(LLMSchedulerSystem.class)
                .setLayerConfig(Layer.TALKER, new LayerConfig(Duration.ofSeconds(25), 5, true));
        // In UTF-8, whatever charset the machine has.
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world) {
                    @Override
                    protected void save(OutputStream out, SaveFileFormat save) {
                        save(new OutputStreamWriter(out, StandardCharsets.UTF_8), save);
                    }
                });
    }

    /** Starts a new game. */
    static MarketWorld create(Broker broker, String player, float startHour) {
        MarketWorld market = new MarketWorld(broker, player, startHour);
        new Population(player).addAll(market.world);
        market.warmUp();
        return market;
    }

    /**
     * Starts a saved game.
     *
     * @throws dev.triune.InvalidSaveException if it cannot be read
     */
    static MarketWorld load(Broker broker, String player, InputStream in) throws IOException {
        MarketWorld market = new MarketWorld(broker, player, 0);
        MarketSave save =
                new MindSaves(market.world, market.minds.clock()).load(in, MarketSave.class);
        market.night.startHour = save.startHour;
        market.process(1f / TICKS_PER_SECOND);
        return market;
    }

    /** Lives for a second before the first frame: first ticks load classes, which takes its time. */
    private void warmUp() {
        for (int i = 0; i < TICKS_PER_SECOND; i++) {
            process(1f / TICKS_PER_SECOND);
        }
    }

    /** Saves the game: everything that is somewhere. */
    void save(OutputStream out) throws IOException {
        MarketSave save = new MarketSave(world.getAspectSubscriptionManager()
                .get(Aspect.all(Position.class))
                .getEntities());
        save.startHour = night.startHour;
        new MindSaves(world, minds.clock()).save(out, save);
    }

    /** What a save holds besides entities. */
    public static final class MarketSave extends MindSave {
        public float startHour;

        /** For loaders. */
        @SuppressWarnings("unused")
        private MarketSave() {}

        MarketSave(IntBag entities) {
            super(entities);
        }
    }

    /** Goes on by that many seconds: once per frame. */
    void process(float seconds) {
        if (partner >= 0 && isOutOfEarshot(partner)) {
            minds.conversations().leave(directory.you());
            partner = -1;
        }
        world.setDelta(seconds);
        world.process();
    }

    private boolean isOutOfEarshot(int other) {
        Position at = world.getMapper(Position.class).get(other);
        return at == null
                || at.distance(world.getMapper(Position.class).get(directory.you())) > 2 * EARSHOT;
    }

    /** Says something to a person, as the player. The answer comes to {@link SpeechBubbles}. */
    void say(int agent, String text) {
        minds.conversations().say(directory.you(), agent, text);
        partner = agent;
        world.getMapper(Walk.class).get(agent).pause = 4;
        world.getSystem(SpeechBubbles.class).show(directory.you(), text);
    }

    /** Returns the agent whom the player can talk to: the nearest in earshot, or -1. */
    int listener() {
        int nearest = directory.nearestPerson(directory.you(), EARSHOT);
        return nearest >= 0 && world.getMapper(Mind.class).has(nearest) ? nearest : -1;
    }

    /** Returns what somebody is saying, as far as it is shown. */
    String spoken(int speaker) {
        Bubble bubble = world.getMapper(Bubble.class).get(speaker);
        return bubble == null ? "" : bubble.text.substring(0, (int) bubble.shown);
    }

    /** Ends the game. The broker is closed after the last tick, so that all its outcomes count. */
    @Override
    public void close() {
        broker.close();
        world.getSystem(DecisionApplySystem.class).applyAll();
        world.dispose();
    }
}
