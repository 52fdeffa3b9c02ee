/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Broker;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A seeded random walk of a game that asks a broker with three providers, each bad in its way. */
final class SimulatedGame {
    private static final int STEPS = 150;
    private static final int PATIENCE = 3_000;
    private static final String[] NAMES = {"a", "b", "c"};

    final Witness witness;
    final Broker broker;
    private final VirtualTime time = new VirtualTime();
    private final Random random;
    private final List<Ticket> tickets = new ArrayList<>();

    SimulatedGame(long seed) {
        this.random = new Random(seed);
        this.witness = new Witness(seed, time);
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(time)
                .seed(seed)
                .callTimeout(Duration.ofSeconds(10 + random.nextInt(20)))
                .rounds(random.nextInt(4))
                .arrivalsPerTurn(1 + random.nextInt(30))
                .grantsPerTurn(1 + random.nextInt(4))
                .listener(witness);
        for (int i = 0; i < NAMES.length; i++) {
            builder.provider(settings(i), provider(seed, i));
        }
        this.broker = builder.build();
    }

    private ProviderSettings settings(int i) {
        ProviderSettings settings = ProviderSettings.of(NAMES[i], "model-" + NAMES[i])
                .withPermits(1 + random.nextInt(3))
                .withQueueLimit(1 + random.nextInt(8));
        return switch (random.nextInt(3)) {
            case 0 -> settings;
            case 1 -> settings.withFallback(NAMES[(i + 1) % 3]);
            default -> settings.withFallback(NAMES[(i + 2) % 3], NAMES[(i + 1) % 3]);
        };
    }

    /** The misbehaviour of the first provider goes through all of them as the seeds go on. */
    private Provider provider(long seed, int i) {
        Misbehaviour[] all = Misbehaviour.values();
        Misbehaviour how =
                i == 0 ? all[(int) (seed % all.length)] : all[random.nextInt(all.length)];
        OfflineProvider.Builder builder = OfflineProvider.builder(mind())
                .clock(time, time)
                .seed(seed * 31 + i)
                .misbehaviour(how);
        return random.nextInt(3) == 0
                ? builder.requestsPerMinute(1 + random.nextInt(10)).build()
                : builder.build();
    }

    private static OfflineMind mind() {
        return (prompt, chance) -> {
            if (chance.nextInt(20) == 0) {
                throw new IllegalStateException("scripted");
            }
            return "word ".repeat(chance.nextInt(30));
        };
    }

    /** Plays, then waits until everything is over. */
    SimulatedGame play() {
        for (int step = 0; step < STEPS; step++) {
            step();
            witness.check(broker.stats());
        }
        for (int wait = 0; wait < PATIENCE && witness.open() > 0; wait++) {
            time.advance(Duration.ofSeconds(1));
            broker.doWork();
            witness.check(broker.stats());
        }
        return this;
    }

    /** Plays, then closes in the middle. */
    SimulatedGame playAndClose() {
        int steps = random.nextInt(STEPS);
        for (int step = 0; step < steps; step++) {
            step();
        }
        broker.close();
        time.advance(Duration.ofMinutes(2));
        broker.doWork();
        return this;
    }

    private void step() {
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> submit();
            case 4 -> cancelAny();
            case 5, 6, 7 -> time.advance(Duration.ofMillis(random.nextInt(1_500)));
            default -> broker.doWork();
        }
    }

    private void submit() {
        Request<String> request = Request.text("model-" + NAMES[random.nextInt(3)])
                .priority(Priority.of(1 + random.nextInt(10)))
                .source(this::render)
                .build();
        tickets.add(broker.submit(request, this::hear));
    }

    private Optional<Prompt> render() {
        meddle();
        return switch (random.nextInt(20)) {
            case 0 -> Optional.empty();
            case 1 -> throw new IllegalStateException("scripted");
            default -> Optional.of(Prompt.of("what now?"));
        };
    }

    private void hear(Update<String> update) {
        witness.hear(update);
        meddle();
    }

    /** What a game may do inside a callback. */
    private void meddle() {
        switch (random.nextInt(60)) {
            case 0 -> submitIfOpen();
            case 1 -> cancelAny();
            case 2 -> broker.doWork();
            case 3 -> throw new IllegalStateException("scripted");
            default -> {}
        }
    }

    private void submitIfOpen() {
        if (tickets.size() < 2 * STEPS) {
            submit();
        }
    }

    private void cancelAny() {
        if (!tickets.isEmpty()) {
            broker.cancel(tickets.get(random.nextInt(tickets.size())));
        }
    }
}
