/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A simulated server that always serves the waiting game of the least service. */
class FairSharePropertyTest {
    private static final int SEEDS = Thorough.count(60, 300);
    private static final int STEPS = 400;
    private static final double ROUNDING = 1e-6;

    @Test
    void backloggedGamesDriftApartByAtMostTwoCharges() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 2 + (int) (seed % 6), 0);
            server.backlogAll();
            for (int step = 0; step < STEPS; step++) {
                server.serveExactly();
                server.noteDistances();
            }
            assertThat(server.widestDrift())
                    .as("drift in any interval, seed %d", seed)
                    .isLessThanOrEqualTo(2 * server.largest + ROUNDING);
        }
    }

    @Test
    void driftStaysBoundedWhenUrgentRequestsPreempt() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 2 + (int) (seed % 6), 0);
            server.backlogAll();
            for (int step = 0; step < STEPS; step++) {
                String urgent = server.games.get(0);
                server.serveExactly(
                        server.share.mayPreempt(urgent) ? urgent : server.waitingOfLeastService());
                server.noteDistances();
            }
            assertThat(server.widestDrift())
                    .as("drift with jumps, seed %d", seed)
                    .isLessThanOrEqualTo((FairShare.MAX_AHEAD + 3) * server.largest + ROUNDING);
        }
    }

    @Test
    void preemptionDriftStaysBoundedForExtremeWeights() {
        double[] weights = {0.01, 0.1, 1, 10, 100};
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 2 + (int) (seed % 6), 0, weights);
            String light = server.games.get(1);
            server.backlogAll();
            server.serveExactly(light);
            for (int step = 0; step < STEPS; step++) {
                String urgent = server.games.get(0);
                server.serveExactly(
                        server.share.mayPreempt(urgent) ? urgent : server.waitingOfLeastService());
                server.noteDistances();
            }
            assertThat(server.widestDriftInLargestCalls())
                    .as("drift with jumps, in largest calls by both weights, seed %d", seed)
                    .isLessThanOrEqualTo(FairShare.MAX_AHEAD + 1 + ROUNDING);
        }
    }

    @Test
    void returningGameGetsNoMoreThanItsShare() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 3, 0);
            String idle = server.games.get(0);
            server.backlogAll();
            server.backlog(idle, 0);
            for (int step = 0; step < STEPS; step++) {
                server.serveExactly();
            }
            server.backlog(idle, Integer.MAX_VALUE);
            server.startMeasuring();
            for (int step = 0; step < STEPS; step++) {
                server.serveExactly();
                server.noteDistances();
            }
            assertThat(server.widestDrift())
                    .as("drift after the return, seed %d", seed)
                    .isLessThanOrEqualTo(2 * server.largest + ROUNDING);
        }
    }

    @Test
    void noPermitIsIdleWhileARequestWaits() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 5, 3);
            Random random = new Random(seed);
            long arrived = 0;
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(3) > 0) {
                    server.arrive(server.games.get(random.nextInt(5)));
                    arrived++;
                }
                if (random.nextInt(3) > 0) {
                    server.fillPermits();
                    assertThat(server.waiting() == 0 || server.inFlight.size() == 3)
                            .as("no permit is idle while a request waits, seed %d", seed)
                            .isTrue();
                    server.endOne();
                }
            }
            while (server.waiting() > 0 || !server.inFlight.isEmpty()) {
                server.fillPermits();
                server.endOne();
            }
            assertThat(server.served).as("served in all, seed %d", seed).isEqualTo(arrived);
            assertThat(server.share.tenants())
                    .as("kept at the end, seed %d", seed)
                    .isZero();
        }
    }

    @Test
    void newGameGetsItsHalfDespiteWrongEstimates() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Server server = new Server(seed, 2, 8);
            Random random = new Random(seed);
            String busy = server.games.get(0);
            String newcomer = server.games.get(1);
            server.estimateFactor = 1L + random.nextInt(40);
            server.backlog(busy, Integer.MAX_VALUE);
            int before = random.nextInt(STEPS);
            for (int step = 0; step < before; step++) {
                server.fillPermits();
                server.endOne();
            }
            server.backlog(newcomer, Integer.MAX_VALUE);
            server.startMeasuring();
            for (int step = 0; step < STEPS; step++) {
                server.fillPermits();
                server.endOne();
            }
            assertThat(Math.abs(server.trueService(busy) - server.trueService(newcomer)))
                    .as("distance of true service, seed %d", seed)
                    .isLessThanOrEqualTo((2 * 8 + 2) * server.largestTrue + ROUNDING);
        }
    }

    private record Call(String game, double charged, long tokens) {}

    private static final class Server {
        final Random random;
        final Map<String, Double> weights = new LinkedHashMap<>();
        final List<String> games;
        final FairShare share;
        final int permits;
        final long tokensPerRequest;
        final Deque<Call> inFlight = new ArrayDeque<>();
        final Map<String, Integer> waitingOf = new LinkedHashMap<>();
        final Map<String, Double> received = new LinkedHashMap<>();
        final Map<String, double[]> range = new LinkedHashMap<>();
        long estimateFactor = 1;
        double largest;
        double largestTrue;
        double largestCall;
        long served;

        Server(long seed, int count, int permits) {
            this(
                    seed,
                    count,
                    permits,
                    IntStream.range(1, 17).mapToDouble(i -> i / 4.0).toArray());
        }

        Server(long seed, int count, int permits, double[] weightsToChoose) {
            this.random = new Random(seed);
            this.permits = permits;
            this.tokensPerRequest = random.nextInt(200);
            for (int i = 0; i < count; i++) {
                weights.put("game " + i, weightsToChoose[random.nextInt(weightsToChoose.length)]);
            }
            this.games = List.copyOf(weights.keySet());
            this.share = new FairShare(weights, tokensPerRequest);
        }

        void backlogAll() {
            games.forEach(game -> backlog(game, Integer.MAX_VALUE));
        }

        void backlog(String game, int requests) {
            boolean waits = waitingOf.getOrDefault(game, 0) > 0;
            waitingOf.put(game, requests);
            if (requests > 0 && !waits) {
                share.enqueued(game);
            } else if (requests == 0 && waits) {
                share.dequeued(game);
            }
        }

        void arrive(String game) {
            waitingOf.merge(game, 1, Integer::sum);
            share.enqueued(game);
        }

        long waiting() {
            return waitingOf.values().stream().mapToLong(Integer::longValue).sum();
        }

        String waitingOfLeastService() {
            String next = games.stream()
                    .filter(game -> waitingOf.getOrDefault(game, 0) > 0)
                    .min(Comparator.comparingDouble(share::service))
                    .orElseThrow();
            assertThat(share.service(next)).isEqualTo(share.leastService());
            return next;
        }

        void serveExactly() {
            serveExactly(waitingOfLeastService());
        }

        void serveExactly(String game) {
            long tokens = random.nextInt(5_000);
            double charged = share.charge(game, tokens);
            share.settle(game, charged, tokens);
            note(game, tokens);
        }

        void fillPermits() {
            while (inFlight.size() < permits && waiting() > 0) {
                String game = waitingOfLeastService();
                if (waitingOf.getOrDefault(game, 0) < Integer.MAX_VALUE) {
                    waitingOf.merge(game, -1, Integer::sum);
                    share.dequeued(game);
                }
                long tokens = 1L + random.nextInt(500);
                inFlight.add(new Call(game, share.charge(game, tokens * estimateFactor), tokens));
            }
        }

        void endOne() {
            Call call = inFlight.poll();
            if (call != null) {
                share.settle(call.game, call.charged, call.tokens);
                note(call.game, call.tokens);
                largest = Math.max(largest, call.charged);
            }
        }

        private void note(String game, long tokens) {
            double cost = (tokens + tokensPerRequest) / weights.getOrDefault(game, 1.0);
            received.merge(game, cost, Double::sum);
            largestCall = Math.max(largestCall, (double) tokens + tokensPerRequest);
            largest = Math.max(largest, cost);
            largestTrue = Math.max(largestTrue, cost);
            served++;
        }

        double trueService(String game) {
            return received.getOrDefault(game, 0.0);
        }

        void startMeasuring() {
            received.clear();
            range.clear();
        }

        /** The difference of any two games, counted here and not by the policy itself. */
        void noteDistances() {
            for (String one : games) {
                for (String other : games) {
                    double distance = trueService(one) - trueService(other);
                    double[] seen = range.computeIfAbsent(one + "-" + other, pair -> new double[2]);
                    seen[0] = Math.min(seen[0], distance);
                    seen[1] = Math.max(seen[1], distance);
                }
            }
        }

        /** The widest drift of two games in what the largest call would cost both together. */
        double widestDriftInLargestCalls() {
            double widest = 0;
            for (String one : games) {
                for (String other : games) {
                    double[] seen = range.getOrDefault(one + "-" + other, new double[2]);
                    double both = largestCall / weights.getOrDefault(one, 1.0)
                            + largestCall / weights.getOrDefault(other, 1.0);
                    widest = Math.max(widest, (seen[1] - seen[0]) / both);
                }
            }
            return widest;
        }

        /** By how much that difference changed between any two moments. */
        double widestDrift() {
            List<Double> drifts = new ArrayList<>();
            range.values().forEach(seen -> drifts.add(seen[1] - seen[0]));
            return drifts.stream().max(Comparator.naturalOrder()).orElseThrow();
        }
    }
}
