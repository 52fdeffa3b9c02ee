/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.api.AnswerListener;
import dev.triune.gateway.api.ApiRoutes;
import dev.triune.gateway.api.BatchStats;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.api.ProviderHealth;
import dev.triune.gateway.api.QuotaLedger;
import dev.triune.gateway.api.Submission;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.JettyServer;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Secret;
import dev.triune.llm.Ticker;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A gateway under realistic load: five games, two providers, on a clock that the test advances, so
 * that ten minutes pass in seconds. It always sends the same requests.
 */
final class Village implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(50);
    private static final List<String> GAMES =
            List.of("northern-keep", "harbour-town", "mill-valley", "fox-hollow", "old-mine");
    private static final List<String> AGENTS =
            List.of("smith", "guard", "miller", "fisher", "healer", "trader", "farmer", "scout");
    private static final String FIRST = "openai/gpt-oss-20b";
    private static final String SECOND = "gpt-oss-120b";

    final TestClock clock = new TestClock();
    private final Random random = new Random(7);
    private final Random latencies = new Random(8); // of the broker's thread
    private final PriorityBlockingQueue<Due> due =
            new PriorityBlockingQueue<>(64, Comparator.comparingLong(Due::at));
    private final GatewaySettings settings;
    private final GatewayTelemetry gatewayTelemetry;
    private final BrokerThread broker;
    private final GatewayService gatewayService;
    private final Dashboard dashboard;
    private final JettyServer server;
    private volatile boolean refusing;
    private int requestCount;

    private record Due(long at, Runnable what) {}

    /** Opens a gateway at a port, 0 for any free one. */
    Village(int port, Optional<Secret> token) throws IOException {
        settings = GatewayFixture.with(
                GatewayFixture.with(GatewaySettings.DEFAULT.withPort(port), "token", token),
                "showPrompts",
                true);
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(clock)
                .prices(new PriceCatalog(
                        Map.of(
                                FIRST, TokenPrices.of("0.29", "0.1", "0.59"),
                                SECOND, TokenPrices.of("0.85", "0.85", "1.2")),
                        TokenPrices.of("0", "0", "0")))
                .provider(
                        ProviderSettings.of("groq", FIRST)
                                .withPermits(4)
                                .withModels(FIRST)
                                .withFallback("cerebras")
                                .withLimits(Limits.perMinute(150).withBurst(10)),
                        new ScriptedProvider().scripted(call -> answer(call, 120, 500, true)))
                .provider(
                        ProviderSettings.of("cerebras", SECOND)
                                .withPermits(4)
                                .withModels(SECOND)
                                .withFallback("groq")
                                .withLimits(Limits.perMinute(180).withBurst(12)),
                        new ScriptedProvider().scripted(call -> answer(call, 60, 260, false)));
        gatewayTelemetry = GatewayTelemetry.of(builder, settings, clock, clock);
        QuotaLedger quotas = QuotaLedger.open(settings, builder, null, clock.millis());
        ProviderHealth health = new ProviderHealth(clock);
        builder.listener(health);
        broker = BrokerThread.start("village-broker", builder);
        gatewayService = new GatewayService(broker, settings, quotas, health, clock, clock);
        HttpRoutes httpRoutes = new HttpRoutes();
        ApiRoutes.add(
                httpRoutes,
                gatewayService,
                settings.batches().maxCredits(),
                builder::prices,
                Map.of());
        dashboard = Dashboard.add(
                httpRoutes, gatewayTelemetry, gatewayService, this::batches, Map.of());
        server = new JettyServer(
                settings,
                httpRoutes,
                Ticker.system(),
                clock,
                null,
                gatewayService::runAfterTurn,
                () -> {});
        server.start();
    }

    String url() {
        return server.uri().toString();
    }

    int port() {
        return server.uri().getPort();
    }

    /** Sets whether the first provider rejects all calls. */
    void refuse(boolean on) {
        refusing = on;
    }

    /** Advances the time under load. */
    void live(Duration time) {
        for (long left = time.toMillis(); left > 0; left -= STEP.toMillis()) {
            step(true);
        }
    }

    /** Completes one request and those in flight. */
    void ask(String session, String agent, String prompt) {
        submit(session, agent, prompt, FIRST);
        for (int i = 0; i < 100; i++) {
            step(false);
        }
    }

    private void step(boolean load) {
        clock.advance(STEP);
        while (!due.isEmpty() && due.peek().at() <= clock.nanos()) {
            due.poll().what().run();
        }
        double minutes = clock.nanos() / 60e9;
        double wave = 1 + 0.45 * Math.sin(minutes * 2.1) + 0.2 * Math.sin(minutes * 9);
        if (load && random.nextDouble() < 0.19 * wave) {
            submitSome();
        }
        broker.submit(Village::drain).join();
        gatewayTelemetry.activity.sample();
    }

    /** Lets the broker work until it is idle. Broker's thread only. */
    private static int drain(Broker owned) {
        int done = 0;
        int more = owned.doWork();
        while (more > 0) {
            done += more;
            more = owned.doWork();
        }
        return done;
    }

    private void submitSome() {
        int game = Math.min(random.nextInt(GAMES.size()), random.nextInt(GAMES.size()));
        String agent = AGENTS.get(random.nextInt(AGENTS.size())) + "-" + (1 + requestCount % 400);
        String model = random.nextInt(5) < 3 ? FIRST : SECOND;
        submit(
                GAMES.get(game),
                agent,
                "The " + agent + " sees smoke over the hill. What now?",
                model);
    }

    private void submit(String session, String agent, String prompt, String model) {
        requestCount++;
        Request<String> request = Request.text(model)
                .tenant(session)
                .agent(agent)
                .cancelToken(new CancelToken())
                .prompt(() -> Prompt.of(prompt))
                .build();
        try {
            gatewayService.submit(new Submission(request, "", entry -> {}, new Ignored()));
        } catch (ProblemException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(
            ScriptedProvider.Call call, int firstMillis, int restMillis, boolean first) {
        if (first && refusing) {
            call.fail(new CallFailure.RateLimited(Duration.ofSeconds(24), "slow down"));
            return;
        }
        long begin = clock.nanos() + firstMillis * 1_000_000L * (80 + latencies.nextInt(80)) / 100;
        long rest = restMillis * 1_000_000L * (70 + latencies.nextInt(160)) / 100;
        due.add(new Due(begin, () -> call.text("Look for the fire.")));
        due.add(new Due(begin + rest, call::complete));
    }

    /** Invents statistics of batches, since this test sends none. */
    private CompletableFuture<BatchStats> batches() {
        boolean busy = requestCount > 100;
        return CompletableFuture.completedFuture(
                busy
                        ? new BatchStats(3, requestCount / 9, requestCount, 4, 35, 100, 10, 2500)
                        : new BatchStats(0, 0, 0, 0, 100, 100, 10, 0));
    }

    @Override
    public void close() {
        dashboard.close();
        gatewayService.close();
        server.close();
    }

    private static final class Ignored implements AnswerListener {
        @Override
        public void onText(String delta) {}

        @Override
        public void onAnswered(
                Outcome.Finished answered,
                Telemetry telemetry,
                @Nullable CooldownNotice cooldown) {}

        @Override
        public void onFailed(Problem problem, @Nullable Telemetry telemetry) {}
    }
}
