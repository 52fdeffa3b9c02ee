/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Three to five brokers that share one key through a modelled Redis, in virtual time, with a seed:
 * load comes in waves, gateways freeze, are killed and replaced, their clocks stand still or jump
 * ahead, and the network and Redis fail. Then faults and requests stop, and every waiting request
 * must be served.
 */
final class LeaseSimulation {
    /** How long clients send requests and faults occur. */
    static final long FAULTS_MILLIS = 130_000;

    /**
     * The time after the last fault within which all waiting requests must be served, beside the
     * minutes that the limits take for them.
     */
    private static final long PATIENCE_MILLIS = 180_000;

    private static final long FIRST_FAULT = 8_000;
    private static final long MIN_STEP = 20;
    private static final long MAX_STEP = 120;
    private static final int TURNS = 10_000;
    private static final int MAX_TOKENS = 60;
    private static final int PROMPT_TOKENS = 40;

    /** The seeds from which on quiet clients send their requests at once. */
    private static final long BURSTS = 100;

    /** The seeds from which on there are large calls, uneven delays, and losses with an epoch. */
    private static final long UNEVEN = 1_000;

    /** The time between large calls, each of which needs most of a limit. */
    private static final long LARGE_CALLS = 60_000;

    final long seed;
    final VirtualTime time = new VirtualTime();
    final Limits limits;
    final int count;
    final LeaseChecker checker;
    final LeaseOracle oracle;
    final ModelledNetwork network;
    final List<String> log = new ArrayList<>();
    private final SplittableRandom random;
    private final List<Gateway> gateways = new ArrayList<>();
    private final boolean faults;

    /** Whether few requests leave leases unused; otherwise some always wait. */
    private final boolean quiet;

    /** The time between bursts of requests; zero without. */
    private final int burstMillis;

    private final int clients;

    private long nextLarge;
    private boolean asking = true;
    private boolean refusing;

    LeaseSimulation(long seed, boolean faults) {
        this.seed = seed;
        this.faults = faults;
        this.random = new SplittableRandom(seed);
        this.count = random.nextInt(3, 6);
        this.quiet = random.nextInt(3) == 0;
        this.burstMillis = quiet && seed >= BURSTS ? random.nextInt(3_000, 9_000) : 0;
        this.clients = quiet ? random.nextInt(1, burstMillis > 0 ? 6 : 3) : random.nextInt(4, 12);
        int perMinute = 10 * random.nextInt(3, 25);
        int tokens = 500 * random.nextInt(5, 16);
        this.limits = switch (random.nextInt(4)) {
            case 0 -> Limits.perMinute(perMinute);
            case 1 -> Limits.perMinute(perMinute).withPerSecond(random.nextInt(2, 10));
            case 2 -> Limits.NONE.withTokensPerMinute(tokens);
            default ->
                Limits.perMinute(perMinute).withTokensPerMinute(tokens).withCountsMaxTokens(false);
        };
        this.nextLarge = seed >= UNEVEN && limits.tokensPerMinute() > 0 ? 20_000 : Long.MAX_VALUE;
        this.checker = new LeaseChecker(limits, count);
        this.oracle = new LeaseOracle(limits, count, !faults, this::now);
        oracle.clocksFail = faults && random.nextInt(4) == 0;
        this.network = new ModelledNetwork(time, random.split(), oracle);
        for (int i = 0; i < count; i++) {
            gateways.add(new Gateway());
        }
        gateways.forEach(Gateway::ask);
    }

    /** Runs until every request is served or the time limit is reached. */
    LeaseSimulation play() {
        if (faults) {
            later(random.nextLong(FIRST_FAULT), this::disturb);
        }
        refusing = random.nextInt(3) == 0;
        while (now() < FAULTS_MILLIS && oracle.fault().isEmpty()) {
            step();
        }
        asking = false;
        refusing = false;
        double end = now() + PATIENCE_MILLIS + minutesOfWork() * LeaseChecker.MINUTE;
        while (open() > 0 && oracle.fault().isEmpty() && now() < end) {
            step();
        }
        return this;
    }

    /** Returns a description of the failure; empty if there is none. */
    String fault() {
        if (!oracle.fault().isEmpty()) {
            return oracle.fault();
        }
        return open() > 0 ? open() + " requests are not served" : checker.exceeded();
    }

    /** Whether there is more to do than the limits allow. */
    boolean isBusy() {
        return !quiet;
    }

    private int open() {
        return gateways.stream().mapToInt(gateway -> gateway.open).sum();
    }

    /** Returns how long the limits take for all that waits. */
    private double minutesOfWork() {
        double tokens =
                gateways.stream().mapToInt(gateway -> gateway.openTokens).sum();
        return Math.max(
                limits.perMinute() > 0 ? (double) open() / limits.perMinute() : 0,
                limits.tokensPerMinute() > 0 ? tokens / limits.tokensPerMinute() : 0);
    }

    private long now() {
        return time.nanos() / 1_000_000;
    }

    private void later(long millis, Runnable action) {
        var unused = time.after(Duration.ofMillis(millis), action);
    }

    private void step() {
        time.advance(Duration.ofMillis(random.nextLong(MIN_STEP, MAX_STEP)));
        for (Gateway gateway : List.copyOf(gateways)) {
            gateway.step();
        }
    }

    // ---- faults

    private void disturb() {
        long left = FAULTS_MILLIS - now();
        long length = Math.min(left, length());
        if (left > 0) {
            if (!gateways.isEmpty()) {
                disturb(gateways.get(random.nextInt(gateways.size())), length);
            }
            later(random.nextLong(100, 20_000), this::disturb);
        }
    }

    /** Mostly short, since long faults hide the ones after them. */
    private long length() {
        return random.nextInt(4) == 0
                ? random.nextLong(5_000, 50_000)
                : random.nextLong(100, 5_000);
    }

    private void disturb(Gateway gateway, long length) {
        int fault = seed >= UNEVEN && random.nextInt(3) == 0
                ? random.nextInt(15, 18)
                : random.nextInt(oracle.clocksFail ? 15 : 13);
        log.add(now() + " fault " + fault + " for " + length + " of " + gateways.indexOf(gateway));
        switch (fault) {
            case 0 -> {
                gateway.connector.partitioned = true;
                later(length, () -> gateway.connector.partitioned = false);
            }
            case 1, 2 -> {
                network.stop();
                network.clear();
                later(length, network::start);
            }
            case 3 -> {
                Runnable restore = network.redis.snapshot();
                later(length, () -> {
                    network.stop();
                    restore.run();
                    network.start();
                });
            }
            case 4 -> network.clear();
            case 5 -> {
                gateways.remove(gateway);
                gateway.ledger.killed();
                checker.killed(now());
                later(length, () -> gateways.add(new Gateway().ask()));
            }
            case 6 -> gateway.connector.freeze(length / 3);
            case 7 -> network.hang(length / 3);
            case 8 -> {
                network.slowest = random.nextLong(50, 1_200);
                later(length, () -> network.slowest = 3);
            }
            case 9 -> {
                network.loss = 0.3;
                later(length, () -> network.loss = 0);
            }
            case 10 -> {
                network.repeats = 0.5;
                later(length, () -> network.repeats = 0);
            }
            case 11 -> {
                network.stop();
                later(length, network::start);
            }
            case 13 -> {
                gateway.connector.freeze(length / 3);
                gateway.clockOffset -= length / 3;
                checker.stopped(now() + length / 3);
            }
            case 14 -> {
                gateway.clockOffset += length;
                checker.advanced(now(), gateway);
            }
            case 12 -> {
                network.jumpClock(random.nextInt(4) == 0 ? length * -60 : length * 2);
                checker.jumped(now());
            }
            case 15 -> {
                network.uneven = 2_000;
                later(length + 10_000, () -> network.uneven = 0);
            }
            case 16 -> {
                network.clear();
                network.loss = 0.4;
                later(length, () -> network.loss = 0);
            }
            case 17 -> {
                network.clear();
                gateways.forEach(each -> later(random.nextLong(500), each::submitMore));
            }
            default -> throw new IllegalStateException("no fault " + fault);
        }
    }

    // ---- gateways

    /** One gateway, with its clients. */
    private final class Gateway {
        final ModelledNetwork.Connector connector = network.new Connector();
        private final RedisLimits shared;
        private final GatewayLedger ledger;
        private final Broker broker;
        private int open;

        /** The tokens that its open requests take of the limit. */
        private int openTokens;

        /** How far its clock is ahead of the time that has passed, in milliseconds. */
        private long clockOffset;

        Gateway() {
            Ticker clock = () -> time.nanos() + clockOffset * 1_000_000;
            this.shared = RedisLimits.at("redis://modelled")
                    .ticker(clock)
                    .longestCall(Duration.ofSeconds(20))
                    .gateways(count)
                    .connector(connector)
                    .manual(() -> -1)
                    .build();
            this.ledger = new GatewayLedger(oracle, () -> now() + clockOffset, shared::redisHealth);
            connector.ledger = ledger;
            this.broker = new BrokerBuilder()
                    .ticker(clock)
                    .callTimeout(Duration.ofSeconds(20))
                    .seed(random.nextLong())
                    .sharedLimits(new ObservedLimits(shared, ledger))
                    .provider(
                            ProviderSettings.of("key", "key")
                                    .withPermits(1_000)
                                    .withQueueLimit(1_000)
                                    .withLimits(limits),
                            new Key(this))
                    .build();
        }

        Gateway ask() {
            for (int i = 0; i < clients; i++) {
                submit();
            }
            return this;
        }

        void step() {
            if (!connector.isFrozen()) {
                work();
                var unused = shared.sendDue();
                work();
                checker.mode(now(), shared.redisHealth().sharingMode());
            }
        }

        private void work() {
            int turns = 0;
            while (broker.doWork() > 0) {
                if (++turns > TURNS) {
                    throw new AssertionError("a broker never comes to rest");
                }
            }
        }

        boolean isAlive() {
            return gateways.contains(this);
        }

        private void submitMore() {
            if (asking && isAlive()) {
                submit();
            }
        }

        private void submit() {
            open++;
            boolean large = now() >= nextLarge;
            nextLarge += large ? LARGE_CALLS : 0;
            int maxTokens = large ? limits.tokensPerMinute() * 7 / 10 : MAX_TOKENS;
            // a large call has a window almost to itself, as those behind it wait for it
            int tokens = large ? limits.tokensPerMinute() : PROMPT_TOKENS + maxTokens;
            openTokens += tokens;
            Request<String> request = Request.text("key")
                    .maxTokens(maxTokens)
                    .prompt(() -> Prompt.of("ask ".repeat(PROMPT_TOKENS)))
                    .build();
            broker.submit(request, update -> hear(update, tokens));
        }

        private long pause() {
            if (burstMillis > 0) {
                return burstMillis - now() % burstMillis + random.nextLong(300);
            }
            boolean wave = random.nextInt(clients) == 0;
            return wave ? random.nextLong(20_000) : random.nextLong(2_000);
        }

        private void hear(Update<String> update, int tokens) {
            if (update instanceof Update.Ended<String> done && isAlive()) {
                open--;
                openTokens -= tokens;
                checker.ended(now(), done.outcome());
                later(pause(), () -> {
                    if (open < clients) {
                        submitMore();
                    }
                });
            }
        }
    }

    /** The provider of one key, which serves all gateways. */
    private final class Key implements Provider {
        private final Gateway gateway;

        Key(Gateway gateway) {
            this.gateway = gateway;
        }

        @Override
        public String accountId() {
            return "key";
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            LeaseOracle.Call started = gateway.ledger.started();
            checker.started(now(), gateway, started.tokens);
            long takes = random.nextInt(5) == 0 ? random.nextLong(15_000) : random.nextLong(1_500);
            boolean refuses = refusing && random.nextInt(40) == 0;
            later(takes, () -> {
                if (refuses) {
                    started.answered(0, 0);
                    Duration advice = Duration.ofSeconds(random.nextInt(2, 9));
                    sink.fail(new CallFailure.RateLimited(advice, "modelled"));
                } else {
                    answer(started, sink);
                }
            });
            return () -> {};
        }

        private void answer(LeaseOracle.Call call, AnswerSink sink) {
            int output = random.nextInt(1, MAX_TOKENS);
            call.answered(PROMPT_TOKENS, output);
            checker.answered(now(), gateway, call);
            if (gateway.isAlive()) {
                sink.text("yes");
                sink.complete(FinishReason.STOP, new Usage(PROMPT_TOKENS, 0, 0, output));
            }
        }
    }
}
