/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.market.Components.Body;
import dev.triune.system.MindSave.InvalidSaveException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A market on virtual time, with the offline mind of the game. */
final class TestMarket implements AutoCloseable {
    static final String PLAYER = "Robin";

    private static final float FRAME = 1 / 40f;

    final MarketWorld market;
    private final VirtualTime time = new VirtualTime();

    TestMarket(float hour) {
        market = MarketWorld.create(broker(), PLAYER, hour);
    }

    private TestMarket(byte[] save) throws IOException {
        market = MarketWorld.load(broker(), new ByteArrayInputStream(save));
    }

    /** A market that continues from a save. */
    static TestMarket load(byte[] save) throws IOException, InvalidSaveException {
        return new TestMarket(save);
    }

    private Broker broker() {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "market-rules").withPermits(4),
                        OfflineProvider.builder(new MarketOfflineMind(PLAYER)::answer)
                                .clock(time, time)
                                .seed(5)
                                .build())
                .ticker(time)
                .build();
    }

    byte[] save() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        market.save(out);
        return out.toByteArray();
    }

    void frame() {
        time.advance(Duration.ofMillis(25));
        market.process(FRAME);
    }

    void seconds(float seconds) {
        for (int i = 0; i < seconds / FRAME; i++) {
            frame();
        }
    }

    /** Runs until a condition holds, for at most the given seconds; returns whether it does. */
    boolean within(float seconds, BooleanSupplier condition) {
        for (int i = 0; i < seconds / FRAME && !condition.getAsBoolean(); i++) {
            frame();
        }
        return condition.getAsBoolean();
    }

    int person(String name) {
        return market.square.find(name);
    }

    /** Whether a person follows another. */
    boolean follows(int person) {
        return get(person, Behavior.class).name.equals("follow");
    }

    int you() {
        return market.square.you();
    }

    Body at(int entity) {
        return get(entity, Body.class);
    }

    <C extends Component> C get(int entity, Class<C> type) {
        return market.world.getMapper(type).get(entity);
    }

    boolean has(int entity, Class<? extends Component> type) {
        return market.world.getMapper(type).has(entity);
    }

    /** Moves the player beside a person. */
    void meet(int person) {
        at(you()).at(at(person).x + 1.5f, at(person).y);
    }

    IntBag people() {
        return all(Square.PEOPLE);
    }

    IntBag stalls() {
        return all(Square.STALLS);
    }

    IntBag all(Class<? extends Component> type) {
        return all(Aspect.all(type));
    }

    private IntBag all(Aspect.Builder aspect) {
        return market.world.getAspectSubscriptionManager().get(aspect).getEntities();
    }

    @Override
    public void close() {
        market.close();
    }
}
