/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import dev.triune.testsupport.Thorough;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Replays random runs of the specification, as {@code src/spec/traces} writes them, with the classes
 * of two gateways and the scripts in a real Redis. After each step both are in the same state. A
 * tick of the specification is half a second, and its limit two requests a second.
 */
class SpecTraceTest {
    private static final int RUNS = Thorough.count(6, 24);
    private static final int LIMIT = 2;
    private static final long TICK = 500;
    private static final long CLOCK = 1_000_000_000;
    private static final long WINDOW = 1_250;
    private static final long SLOT = 25;

    /** The specification counts no more than this in one tick. */
    private static final long MOST = LIMIT + 2;

    private static final Limits LIMITS = Limits.NONE.withPerSecond(LIMIT);
    private static final Usage CALL = new Usage(1, 0, 0, 0);
    private static final List<String> PRESENCE_KEYS =
            List.of("{t}:state", "{t}:gateways", "{t}:games", "{t}:told", "{t}:count");
    private static final List<String> LEASE_KEYS = List.of("{t}:state", "{t}:key", "{t}:second");

    @Test
    void codeDoesWhatTheSpecificationDoes() throws IOException {
        try (InputStream file = SpecTraceTest.class.getResourceAsStream("traces.txt");
                TestRedis redis = new TestRedis()) {
            assertThat(file).isNotNull();
            List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            redis.command(commands -> {
                replay(commands, lines);
                return "";
            });
        }
    }

    private static void replay(RedisCommands<String, String> commands, List<String> lines) {
        Replay replay = new Replay(commands);
        int runs = 0;
        int steps = 0;
        for (int i = 0; i < lines.size(); i++) {
            String[] line = lines.get(i).split(":", 2);
            String[] step = line[0].split(" ");
            if (step[0].equals("run")) {
                if (runs == RUNS) {
                    break;
                }
                runs++;
                replay = new Replay(commands);
            } else {
                steps++;
                String message = replay.step(step[0], Integer.parseInt(step[1]));
                assertThat(step[0] + " " + step[1] + message + ":" + replay.state())
                        .as("line %d, after %s", i + 1, lines.get(i - 1))
                        .isEqualTo(lines.get(i));
            }
        }
        assertThat(runs).as("runs").isEqualTo(RUNS);
        assertThat(steps).as("steps").isGreaterThan(RUNS);
    }

    /** One run, from its first step. */
    private static final class Replay {
        private final RedisCommands<String, String> commands;
        private final List<String> epochs = new ArrayList<>();
        private final Gateway[] gateways = new Gateway[2];
        private Optional<Gateway> dead = Optional.empty();
        private long at = 9_999;

        Replay(RedisCommands<String, String> commands) {
            this.commands = commands;
            commands.flushall();
            for (int i = 0; i < 2; i++) { // both have met, and lost Redis
                gateways[i] = new Gateway(this);
                gateways[i].announce();
                gateways[i].presence.reset();
            }
            at++;
        }

        long clock() {
            return CLOCK + at;
        }

        List<Object> run(RedisScript script, List<String> keys, List<String> values) {
            return commands.eval(
                    script.text(),
                    ScriptOutputType.MULTI,
                    keys.toArray(String[]::new),
                    values.toArray(String[]::new));
        }

        String step(String action, int index) {
            Gateway gateway = gateways[index];
            switch (action) {
                case "tick" -> {
                    at += TICK;
                    Arrays.stream(gateways).filter(Gateway::isConnected).forEach(Gateway::announce);
                }
                case "clear" -> commands.flushall();
                case "announce" -> gateway.announce();
                case "send" -> {
                    return gateway.send();
                }
                case "arrive" -> gateway.arrive();
                case "drop" -> gateway.sent = Optional.empty();
                case "reply" -> gateway.reply();
                case "lose" -> gateway.lose();
                case "spend" -> gateway.call(false);
                case "share" -> gateway.call(true);
                case "kill" -> {
                    dead = Optional.of(gateway);
                    gateways[index] = new Gateway(this);
                }
                default -> throw new IllegalArgumentException(action);
            }
            return "";
        }

        // ---- the state as the specification has it

        String state() {
            Map<String, String> shared = commands.hgetall("{t}:state");
            Map<String, String> records = commands.hgetall("{t}:key");
            long[] counted = new long[3];
            commands.hgetall("{t}:second").forEach((slot, amount) -> {
                long from = Long.parseLong(slot) * SLOT;
                if (from + SLOT + WINDOW > clock()) {
                    counted[age(from)] += Long.parseLong(amount);
                }
            });
            List<Gateway> holders =
                    List.of(gateways[0], gateways[1], dead.orElse(new Gateway(this)));
            List<long[]> held = holders.stream()
                    .map(gateway -> held(records.get("g:" + gateway.presence.name()), counted))
                    .toList();
            long settles = Long.parseLong(shared.getOrDefault("settles", "0")) - clock();
            return Stream.of(
                            both(gateway -> epoch(gateway.presence.epoch())),
                            both(Gateway::leased),
                            both(gateway -> gateway.mayShare() ? 1 : 0),
                            Stream.of(
                                    epoch(shared.getOrDefault("epoch", "")),
                                    Math.max(0, -Math.floorDiv(-settles, TICK)),
                                    Long.parseLong(shared.getOrDefault("awaited", "0")),
                                    commands.scard("{t}:told")),
                            held.stream().map(each -> each[0]),
                            held.stream().map(each -> each[1]),
                            Arrays.stream(counted).mapToObj(sum -> Math.min(sum, MOST)))
                    .flatMap(part -> part)
                    .map(String::valueOf)
                    .collect(java.util.stream.Collectors.joining(" "));
        }

        private Stream<Long> both(ToLongFunction<Gateway> value) {
            return Arrays.stream(gateways).map(value::applyAsLong);
        }

        /** Returns the number of an epoch; 0 for none. */
        private long epoch(String name) {
            if (!name.isEmpty() && !epochs.contains(name)) {
                epochs.add(name);
            }
            return epochs.indexOf(name) + 1L;
        }

        private int age(long from) {
            return (int) Math.max(0, -Math.floorDiv(from - clock(), TICK));
        }

        /** Returns what is held, and for how many ticks; what has lapsed is counted. */
        private long[] held(String line, long[] counted) {
            if (line == null) {
                return new long[2];
            }
            String[] fields = line.split(" ");
            long requests = Long.parseLong(fields[1]);
            long lapse = Long.parseLong(fields[2]);
            if (lapse > clock()) {
                return new long[] {requests, (lapse - clock()) / TICK};
            }
            if (lapse + SLOT + WINDOW > clock()) {
                counted[age(lapse)] += requests;
            }
            return new long[2];
        }
    }

    /** A gateway without threads and network. */
    private static final class Gateway implements LeaseContext {
        private final Replay replay;
        final GatewayPresence presence = new GatewayPresence(2, Duration.ofMinutes(1));
        private final LeasedBudget budget;
        private Optional<LeaseRequest> expected = Optional.empty();
        Optional<LeaseRequest> sent = Optional.empty();
        private List<String> message = List.of();
        private Optional<LeaseReply> reply = Optional.empty();

        Gateway(Replay replay) {
            this.replay = replay;
            this.budget = new LeasedBudget(this, LIMITS, Duration.ZERO, new LargestDemand());
        }

        private long now() {
            return replay.at * 1_000_000;
        }

        boolean isConnected() {
            return presence.epoch().equals(replay.commands.hget("{t}:state", "epoch"));
        }

        void announce() {
            List<String> values = new ArrayList<>(List.of(String.valueOf(replay.clock())));
            boolean toldAll = budget.hasTold(presence.epoch(), replay.at);
            values.addAll(presence.announcement("run", toldAll, replay.at));
            presence.onReply(
                    replay.run(RedisScript.PRESENCE, PRESENCE_KEYS, values), replay.at, replay.at);
        }

        /** Sends a request; returns what it says of the lease and of earlier calls. */
        String send() {
            budget.fits(CALL, now());
            LeaseRequest request = budget.nextRequest(now()).orElseThrow();
            long[] report = new long[3];
            request.usageEntries()
                    .forEach(entry ->
                            report[replay.age(replay.clock() - entry.age())] += entry.amount());
            expected = Optional.of(request);
            sent = expected;
            reply = Optional.empty();
            message = request.arguments(replay.clock(), presence, budget.limitWindows());
            return " " + request.keep().requests() + " " + report[0] + " " + report[1] + " "
                    + report[2];
        }

        void arrive() {
            List<String> values = new ArrayList<>(message);
            values.set(0, String.valueOf(replay.clock()));
            List<Object> answer = replay.run(RedisScript.LEASE, LEASE_KEYS, values);
            reply = expected.map(request -> LeaseReply.of(answer));
            sent = Optional.empty();
        }

        void reply() {
            LeaseRequest request = expected.orElseThrow();
            LeaseReply answer = reply.orElseThrow();
            budget.onReply(request, answer);
            boolean ended = answer.replyKind() == LeaseReply.ReplyKind.OTHER_EPOCH;
            if (ended && request.epoch().equals(presence.epoch())) {
                presence.reset();
            }
            expected = Optional.empty();
            reply = Optional.empty();
        }

        void lose() {
            expected.ifPresent(budget::onFailure);
            expected = Optional.empty();
            reply = Optional.empty();
            presence.reset();
        }

        void call(boolean local) {
            LeasedReservation reservation = (LeasedReservation) budget.reserve(CALL, now());
            assertThat(reservation.local).isEqualTo(local);
        }

        long leased() {
            return budget.leased(replay.at).requests();
        }

        boolean mayShare() {
            return budget.fitsLocalShare(1, replay.at);
        }

        @Override
        public long millis(long nanos) {
            return nanos / 1_000_000;
        }

        @Override
        public String epoch() {
            return presence.epoch();
        }

        @Override
        public boolean isRedisDown() {
            return presence.epoch().isEmpty();
        }

        @Override
        public int gateways() {
            return presence.gateways();
        }

        @Override
        public void wake() {}
    }

    /** Keeps all and wants as much as possible, as the specification does. */
    private static final class LargestDemand extends LeaseDemand {
        LargestDemand() {
            super(LimitWindow.of(LIMITS));
        }

        @Override
        LeasePlan plan(LeaseRequest.LeaseAmount allowance, boolean leased, long at) {
            return new LeasePlan(
                    leased ? allowance : LeaseRequest.LeaseAmount.NONE,
                    LeaseRequest.LeaseAmount.NONE,
                    new LeaseRequest.LeaseAmount(LIMIT, 0));
        }
    }
}
