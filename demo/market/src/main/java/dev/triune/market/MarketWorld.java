/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.io.SaveFileFormat;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.component.Layer;
import dev.triune.llm.Broker;
import dev.triune.market.Components.Body;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSave;
import dev.triune.system.MindSaves;
import dev.triune.talk.Conversations;
import dev.triune.talk.Utterance.Loudness;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The market without its window: the Artemis world, its systems, saves. Game thread only. */
public final class MarketWorld implements AutoCloseable {
    static final float WIDTH = 64; // width of the square in metres
    static final float HEIGHT = 36;
    static final float EARSHOT = 6; // in metres

    final Square square = new Square();
    final NightSystem night;
    final World world;
    final SpeechBubbles bubbles = new SpeechBubbles();
    private final MarketSpeech speech = new MarketSpeech(this);

    /** Conversations, with words as they arrive. */
    final Conversations talk = new Conversations(speech.config()
            .earshot(this::hears)
            .busy((agent, player) -> "Not now, " + player + "!")
            .listener(bubbles));

    /** Whether somebody has come up to the player. */
    boolean called;

    private float sinceCall;
    private final Broker broker;
    private final MindPlugin minds;

    private MarketWorld(Broker broker, float hour) {
        this.broker = broker;
        night = new NightSystem(hour);
        minds = new MarketMinds(this).plugin(broker);
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager(), square, night, bubbles)
                .with(minds)
                .build());
        // People look around more than they talk.
        world.getSystem(LLMSchedulerSystem.class)
                .layer(Layer.TALKER, talker -> talker.withCooldown(Duration.ofSeconds(25)));
        // Saves in UTF-8, not in the default charset.
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world) {
                    @Override
                    protected void save(OutputStream out, SaveFileFormat save) {
                        save(new OutputStreamWriter(out, StandardCharsets.UTF_8), save);
                    }
                });
    }

    private boolean hears(int one, int other) {
        return square.distance(one, other) < 2 * EARSHOT;
    }

    /** Starts a new game and processes a second: the first ticks are slow, as they load classes. */
    static MarketWorld create(Broker broker, String player, float hour) {
        MarketWorld market = new MarketWorld(broker, hour);
        new Population(market.world).addAll(player);
        market.process(1);
        return market;
    }

    /** Starts a saved game, or throws {@link dev.triune.system.MindSave.InvalidSaveException}. */
    static MarketWorld load(Broker broker, InputStream in) throws IOException {
        MarketWorld market = new MarketWorld(broker, 0);
        new MindSaves(market.world, market.minds.clock()).load(in);
        market.process(0.05f);
        return market;
    }

    /** Saves all entities with a position. */
    void save(OutputStream out) throws IOException {
        MindSave all = new MindSave(
                world.getAspectSubscriptionManager().get(Aspect.all(Body.class)).getEntities());
        new MindSaves(world, minds.clock()).save(out, all);
    }

    void process(float seconds) {
        world.setDelta(seconds);
        world.process();
        sinceCall += seconds;
        if (sinceCall > 70) { // people let a newcomer look around first
            sinceCall -= 0.5f;
            speech.callOnPlayer();
        }
    }

    /** Moves the player by -1, 0 or 1 metre in each direction. */
    void walkPlayer(int dx, int dy) {
        Body you = square.at(square.you());
        you.go(you.x + dx, you.y + dy, 1);
    }

    /**
     * Says something to a person as the player, in a whisper after {@code /w}. {@link SpeechBubbles}
     * receives the answer.
     */
    void say(int agent, String text) {
        boolean whispers = text.startsWith("/w ");
        String words = whispers ? text.substring(3) : text;
        talk.say(square.you(), agent, words, whispers ? Loudness.WHISPER : Loudness.NORMAL);
        square.at(agent).pause = 4;
        bubbles.show(square.you(), words);
    }

    /** Keeps a person who waits for what the player types. */
    void typing(int agent) {
        if (talk.typing(square.you(), agent)) {
            square.at(agent).pause = 4;
        }
    }

    /** Returns what a report of the last line needs; empty if nobody has spoken. */
    String report() {
        return bubbles.last == null ? "" : talk.report(bubbles.last).toString();
    }

    /** Has all people forget the player. */
    void forgetPlayer() {
        talk.forget(square.you());
        bubbles.last = null;
    }

    /** Ends the game. The broker is closed first, so that all outcomes are applied. */
    @Override
    public void close() {
        broker.close();
        world.getSystem(DecisionApplySystem.class).applyAll();
        world.dispose();
    }
}
