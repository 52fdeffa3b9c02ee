/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Decoder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A game whose world depends on everything that its broker reports: each answer steers what is done
 * next. Several agents ask, cancel, withdraw, throw, and call the broker from inside its callbacks.
 */
public final class TapedGame implements BrokerListener {
    private static final String[] AGENTS = {"mira", "oren", "tilda", "", "ünal"};

    /** What the game saw, turn by turn. */
    public final List<Integer> fingerprints = new ArrayList<>();

    private final Random random;
    private final List<Ticket> tickets = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // the broker needs the game as its listener first
    private Broker broker;

    private int world = 17;
    private int calls;

    public TapedGame(long seed) {
        this.random = new Random(seed);
    }

    public void plays(Broker with) {
        this.broker = with;
    }

    /** One tick, with two turns of work as the systems of a game do. */
    public void tick() {
        for (int i = random.nextInt(3); i > 0; i--) {
            act();
        }
        saw(broker.doWork());
        if (random.nextInt(4) == 0) {
            act();
        }
        saw(broker.doWork());
        fingerprints.add(world);
    }

    public void close() {
        broker.close();
        fingerprints.add(world);
    }

    private void act() {
        switch ((random.nextInt(12) + (world & 1)) % 12) {
            case 0, 1, 2, 3 -> submit();
            case 4 -> cancelAny();
            case 5 -> broker.defer(AGENTS[random.nextInt(2)], Duration.ofMillis(world & 1023));
            case 6 -> saw(broker.heartbeat("elsewhere"));
            case 7 -> deferTooLong();
            default -> {}
        }
    }

    private void deferTooLong() {
        try {
            broker.defer("mira", Duration.ofDays(2));
        } catch (IllegalArgumentException e) {
            saw(e.toString());
        }
    }

    private void submit() {
        String agent = AGENTS[random.nextInt(AGENTS.length)];
        if (random.nextInt(4) == 0) {
            ask(Request.text("beta"), agent, "chat");
        } else {
            ask(Request.plan(random.nextBoolean() ? "" : "alpha", words()), agent, "plan");
        }
    }

    private <T> void ask(Request.Builder<T> request, String agent, String layer) {
        Ticket ticket = broker.submit(
                request.agent(agent)
                        .layer(layer)
                        .priority(Priority.of(1 + Math.floorMod(world, 10)))
                        .maxTokens(100 + random.nextInt(3))
                        .interrupting(random.nextInt(5) == 0)
                        .usefulFor(Duration.ofSeconds(1 + random.nextInt(30)))
                        .promptSource(this::render)
                        .build(),
                this::hear);
        tickets.add(ticket);
        saw(ticket);
    }

    /** Decodes a part into zero, one or two values, and sometimes throws. */
    private static Decoder<List<Object>> words() {
        return (part, out) -> {
            if (part instanceof AnswerPart.Action action) {
                out.accept(List.of(action.type()));
                out.accept(List.of(action.type(), action.fields()));
            } else if (!(part instanceof AnswerPart.Unknown)) {
                out.accept(List.of(part));
            }
            if (part instanceof AnswerPart.Speech speech && speech.text().endsWith("!")) {
                throw new IllegalStateException("no shouting");
            }
        };
    }

    private Optional<Prompt> render() {
        meddle();
        saw("rendered");
        return switch (random.nextInt(15)) {
            case 0 -> Optional.empty();
            case 1 -> throw new IllegalStateException("scripted");
            default -> Optional.of(Prompt.of("the world is " + world));
        };
    }

    private void hear(Update<?> update) {
        saw(update);
        meddle();
    }

    private void meddle() {
        switch (random.nextInt(40)) {
            case 0 -> submit();
            case 1 -> cancelAny();
            case 2 -> saw(broker.doWork());
            case 3 -> throw new IllegalStateException("scripted");
            default -> {}
        }
    }

    private void cancelAny() {
        if (!tickets.isEmpty()) {
            int last = Math.min(tickets.size(), 8);
            saw(broker.cancel(tickets.get(tickets.size() - 1 - random.nextInt(last))));
        }
    }

    private void saw(Object what) {
        world = 31 * world + what.toString().hashCode();
        calls++;
    }

    /** The number of updates received. */
    int calls() {
        return calls;
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        saw("submitted " + ticket + request
                + request.decoder().getClass().getSimpleName().isEmpty());
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        saw("call " + ticket + provider + waited);
        meddle();
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        saw("first " + ticket + sinceCall);
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        saw("over " + ticket + provider + sinceCall);
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        saw("limit " + provider + cooling);
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        saw("fell " + ticket + from + to);
    }

    @Override
    public void retried(Ticket ticket, int round) {
        saw("again " + ticket + round);
    }

    @Override
    public void keyDisabled(String provider, FailureCode why, Duration time) {
        saw("key " + provider + why + time);
    }

    @Override
    public void backlogged(int waiting) {
        saw("many " + waiting);
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        saw("measured " + ticket + telemetry);
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        saw("ended " + ticket + outcome);
        if (random.nextInt(30) == 0) {
            submit();
        }
    }
}
