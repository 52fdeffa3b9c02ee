/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A model behind a broker that fails in every possible way. */
class LocalChaosTest {
    private static final int REQUESTS = 200;
    private final VirtualTime time = new VirtualTime();
    private final Map<Ticket, List<Outcome>> ends = new HashMap<>();

    /** Answers fully or partially, throws, overflows the stack, or writes nothing, at random. */
    private static LocalEngine unreliable(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new FakeEngine((what, prompt, wanted, out) ->
                play(random.nextInt(6), random.nextInt(4), wanted, out));
    }

    private static boolean play(
            int fault, int pieces, BooleanSupplier wanted, Consumer<String> out) {
        boolean whole = FakeEngine.write("abc".repeat(pieces), wanted, out);
        return switch (fault) {
            case 0 -> false;
            case 1 -> throw new IllegalStateException("planted");
            case 2 -> throw new StackOverflowError("planted");
            default -> whole;
        };
    }

    private void note(Update<String> update) {
        if (update instanceof Update.Ended<String> end) {
            ends.computeIfAbsent(end.ticket(), it -> new ArrayList<>()).add(end.outcome());
        }
    }

    @RepeatedTest(3)
    void everyRequestHasOneOutcomeAndReleasesItsPermit(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        LocalProvider provider = new LocalProvider(unreliable(seed), LocalSettings.DEFAULT);
        List<Ticket> tickets = new ArrayList<>();
        try (Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("local", "small").withPermits(3), provider)
                .ticker(time)
                .build()) {
            for (int i = 0; i < Thorough.count(REQUESTS, 10 * REQUESTS); i++) {
                Request<String> request = Request.text("small")
                        .agent("agent-" + random.nextInt(8))
                        .prompt("rules " + random.nextInt(30))
                        .build();
                Ticket ticket = broker.submit(request, this::note);
                tickets.add(ticket);
                if (random.nextInt(4) == 0) {
                    broker.doWork();
                    broker.cancel(ticket);
                }
                broker.doWork();
            }
            await("seed " + seed)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        time.advance(Duration.ofSeconds(1)); // the broker waits after failures
                        broker.doWork();
                        return ends.size() == tickets.size();
                    });
            assertThat(broker.stats().calls().inFlight()).isZero();
        }
        assertThat(ends.values()).as("seed %d", seed).allMatch(outcomes -> outcomes.size() == 1);
    }

    @Test
    void closeDuringCallsEndsEveryRequestOnce() {
        LocalProvider provider = new LocalProvider(unreliable(9), LocalSettings.DEFAULT);
        Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("local", "small").withPermits(4), provider)
                .build();
        for (int i = 0; i < 50; i++) {
            broker.submit(
                    Request.text("small").agent("a" + i % 3).prompt("now").build(), this::note);
        }
        broker.doWork();
        broker.close();
        assertThat(ends).hasSize(50);
        assertThat(ends.values()).allMatch(outcomes -> outcomes.size() == 1);
    }
}
