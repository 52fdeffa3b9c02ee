/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.llm.FailureCode;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Secret;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import dev.triune.testsupport.StablePort;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.embedded.RedisServer;

/**
 * No limit on spending is ever exceeded: neither by what the gateway charges nor by what the model
 * counts, with 64 clients at once, all endpoints, {@code n}, batches, failures and streams that the
 * client leaves; half of the seeds with two gateways that share the limit through a real Redis. Few
 * seeds by default, 1,000 with {@code -Pthorough}; {@code -Dbudget.first=K} chooses the first.
 */
class BudgetPropertyTest {
    private static final int SEEDS = Integer.getInteger("budget.seeds", Thorough.count(12, 1_000));
    private static final int FIRST = Integer.getInteger("budget.first", 0);
    private static final int CLIENTS = 64;
    private static final int REQUESTS_OF_EACH = Thorough.count(2, 1);
    private static final String LEAVING = "leave";
    private static final BigDecimal DOUBLES = new BigDecimal("0.000001");
    private static final String OPERATOR = "token-of-the-operator";
    private static final String TOKEN = "tg-of-the-village";

    /** Input is cheap and output dear at one model, the other way round at the other. */
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of(
                    "model-1",
                    TokenPrices.of("100", "10", "125", "200"),
                    "model-2",
                    TokenPrices.of("300", "30", "50")),
            TokenPrices.of("0", "0", "0"));

    /** The gateway's clock stands still: what waits for a breaker would wait for ever. */
    private static final BreakerSettings NEVER =
            new BreakerSettings(1_000, 1, 1_000, Duration.ofMillis(1), 1);

    private static int answersOfAllSeeds;
    private static @Nullable RedisServer redis;
    private static String redisAddress = "";

    @TempDir
    private Path folder;

    /** The limit that a case tests. */
    private enum Kind {
        KEY_USD_PER_DAY,
        KEY_USD_PER_MONTH,
        KEY_TOKENS_PER_DAY,
        KEY_TOKENS_PER_MONTH,
        DEFAULT_QUOTA,
        SESSION_QUOTA;

        boolean ofKey() {
            return ordinal() <= KEY_TOKENS_PER_MONTH.ordinal();
        }

        boolean inTokens() {
            return this == KEY_TOKENS_PER_DAY || this == KEY_TOKENS_PER_MONTH;
        }
    }

    static IntStream seeds() {
        return IntStream.range(FIRST, FIRST + SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @Timeout(120)
    void noLimitIsExceeded(int seed) throws Exception {
        Random random = new Random(seed);
        Kind kind = Kind.values()[seed % Kind.values().length];
        BigDecimal limit = kind.inTokens()
                ? BigDecimal.valueOf(500 + random.nextInt(30_000))
                : new BigDecimal("0.05").add(BigDecimal.valueOf(random.nextInt(4_000), 3));
        boolean shared = seed / Kind.values().length % 2 == 1;
        String game = "village-" + seed; // in Redis, each seed begins anew
        CountingModel counter = new CountingModel(seed);
        List<GatewayFixture> stages = new ArrayList<>();
        List<SharedLimits> sharing = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        try {
            for (int i = 0; i < (shared ? 2 : 1); i++) {
                SharedLimits limits = shared ? connect() : SharedLimits.NONE;
                sharing.add(limits);
                files.add(Files.createDirectory(folder.resolve("g" + i)).resolve("keys.json"));
                stages.add(open(kind, limit, game, files.get(i), limits));
                stages.get(i).model.scripted(counter::answer);
            }

            callAll(stages, random, game);

            BigDecimal counted = kind.inTokens() ? counter.tokens() : counter.usd();
            BigDecimal charged = BigDecimal.ZERO;
            for (GatewayFixture stage : stages) {
                charged = charged.add(metered(stage, kind));
                if (!kind.ofKey()) {
                    BigDecimal left = stage.get("/api/llm/quota?sessionId=" + game)
                            .json()
                            .path("remaining_units")
                            .decimalValue();
                    assertThat(left).isNotNegative();
                    assertThat(shared ? limit : limit.subtract(left))
                            .as("charged, of which the answers' part is exact")
                            .isGreaterThanOrEqualTo(counted);
                }
            }
            assertThat(counted).as("of whole answers").isLessThanOrEqualTo(limit);
            assertThat(charged)
                    .as("charged by all gateways")
                    .isBetween(counted.subtract(DOUBLES), limit.add(DOUBLES));
        } finally {
            stages.forEach(GatewayFixture::close);
            sharing.forEach(SharedLimits::close);
        }
        if (kind.ofKey()) {
            BigDecimal counted = kind.inTokens() ? counter.tokens() : counter.usd();
            for (Path keys : files) {
                BigDecimal known = charged(kind, game, keys);
                assertThat(known).as("in the file").isBetween(BigDecimal.ZERO, limit);
                assertThat(shared ? limit : known).isGreaterThanOrEqualTo(counted);
            }
        }
        answersOfAllSeeds += counter.answers();
    }

    /** What a gateway charged, of its metrics, whose values are rounded to doubles. */
    private static BigDecimal metered(GatewayFixture stage, Kind kind) {
        String name = kind.inTokens() ? "triune_tokens_total{" : "triune_cost_usd_total{";
        Request request = new Request.Builder()
                .url(stage.url("/metrics"))
                .header("Authorization", "Bearer " + OPERATOR)
                .build();
        return stage.send(request)
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> new BigDecimal(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static SharedLimits connect() throws IOException {
        if (redis == null) {
            int port = StablePort.next();
            redisAddress = "redis://127.0.0.1:" + port;
            redis = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .onShutdownForceStop(true)
                    .build();
            redis.start();
        }
        SharedLimits limits = ServiceLoader.load(SharedLimits.Opener.class)
                .findFirst()
                .orElseThrow()
                .open(Secret.of(redisAddress), Duration.ofMinutes(1), Duration.ofMinutes(1));
        await().until(() -> limits.problem().isEmpty()); // a new Redis settles for 5 s
        return limits;
    }

    @AfterAll
    static void stopRedis() throws IOException {
        if (redis != null) {
            redis.stop();
        }
    }

    /** Of one seed none is right: calls that fail or are left may use up a small limit first. */
    @AfterAll
    static void modelAnswered() {
        assertThat(answersOfAllSeeds).as("answers of all seeds").isGreaterThan(SEEDS);
    }

    private static GatewayFixture open(
            Kind kind, BigDecimal limit, String game, Path keys, SharedLimits limits)
            throws IOException {
        GatewaySettings settings = GatewayFixture.settings();
        if (kind.ofKey()) {
            GameKeys.fileOf(keys).write(new KeyList(List.of(key(kind, limit, game))));
            settings = GatewayFixture.with(settings, "keysFile", Optional.of(keys));
            settings = GatewayFixture.with(settings, "token", Optional.of(Secret.of(OPERATOR)));
        } else if (kind == Kind.DEFAULT_QUOTA) {
            settings = GatewayFixture.with(settings, "defaultQuota", Optional.of(quota(limit)));
        } else {
            settings = GatewayFixture.with(settings, "bySession", Map.of(game, quota(limit)));
        }
        GatewaySettings all = settings;
        return GatewayFixture.open(
                usual -> all,
                provider -> provider.withPermits(16).withBreaker(NEVER),
                builder -> builder.sharedLimits(limits),
                PRICES,
                Map.of());
    }

    private static InitialQuota quota(BigDecimal limit) {
        return new InitialQuota(limit, "day", "");
    }

    private static GameKey key(Kind kind, BigDecimal limit, String game) {
        return new GameKey(
                "k1",
                game,
                GameKeys.hash(TOKEN),
                List.of(),
                kind == Kind.KEY_USD_PER_DAY ? limit : null,
                kind == Kind.KEY_USD_PER_MONTH ? limit : null,
                kind == Kind.KEY_TOKENS_PER_DAY ? limit.longValueExact() : null,
                kind == Kind.KEY_TOKENS_PER_MONTH ? limit.longValueExact() : null,
                1,
                null,
                false);
    }

    private static BigDecimal charged(Kind kind, String game, Path keys) throws IOException {
        Path usage = keys.resolveSibling("keys.json.usage");
        String unit = kind.inTokens() ? "tokens" : "usd";
        boolean day = kind == Kind.KEY_USD_PER_DAY || kind == Kind.KEY_TOKENS_PER_DAY;
        return GatewayFixture.JSON
                .readTree(Files.exists(usage) ? Files.readString(usage) : "{}")
                .path("games")
                .path(game)
                .path(unit + (day ? "OfDay" : "OfMonth"))
                .asDecimal(BigDecimal.ZERO);
    }

    private static void callAll(List<GatewayFixture> stages, Random random, String game)
            throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            boolean leaves = random.nextInt(4) == 0;
            GatewayFixture stage = stages.get(i % stages.size());
            List<Request> requests = IntStream.range(0, REQUESTS_OF_EACH)
                    .mapToObj(number -> request(stage, random, game, leaves))
                    .toList();
            done.add(clients.submit(() -> {
                start.await();
                for (Request request : requests) {
                    call(stage, request, leaves);
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> each : done) {
            each.get();
        }
        clients.shutdown();
        for (GatewayFixture stage : stages) { // calls of clients that left
            await().until(() -> stage.gateway.stats().join().calls().inFlight() == 0);
        }
    }

    private static void call(GatewayFixture stage, Request request, boolean leaves) {
        try (Response response = stage.http.newCall(request).execute()) {
            if (leaves) {
                response.body().source().request(1); // and closes the rest
            } else {
                String unused = response.body().string();
            }
        } catch (IOException e) { // a stream that the model's failure ended
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a request of any endpoint; of one that can stream if the client leaves. */
    private static Request request(
            GatewayFixture stage, Random random, String game, boolean leaves) {
        String text = (leaves ? LEAVING : "")
                + "w".repeat(1 + random.nextInt(random.nextInt(8) == 0 ? 9_000 : 300))
                + (random.nextBoolean() ? "é水😀".repeat(random.nextInt(40)) : "");
        String message = "{'role':'user','content':'" + text + "'}";
        int longest = 1 + random.nextInt(random.nextInt(4) == 0 ? 20_000 : 400);
        String model = random.nextBoolean() ? "model-1" : "model-2";
        boolean streamed = leaves || random.nextBoolean();
        String choices = random.nextInt(3) == 0 ? ",'n':" + (2 + random.nextInt(7)) : "";
        String common = "'model':'" + model + "','stream':" + streamed + ",";
        String own = common + "'sessionId':'" + game + "','maxTokens':" + longest + ",";
        return switch (random.nextInt(leaves ? 4 : 7)) {
            case 0 ->
                post(stage, game, "/api/llm/generate", "{" + own + "'prompt':'" + text + "'}");
            case 6 ->
                post(
                        stage,
                        game,
                        "/api/llm/chat",
                        "{'model':'" + model + "','sessionId':'" + game + "','max_tokens':"
                                + longest + ",'messages':[" + message + "]}");
            case 2 ->
                post(
                        stage,
                        game,
                        "/v1/chat/completions",
                        "{" + common + "'max_tokens':" + longest + ",'messages':[" + message + "]"
                                + choices + "}");
            case 3 ->
                post(
                        stage,
                        game,
                        "/v1/messages",
                        "{" + common + "'max_tokens':" + longest + ",'messages':[" + message
                                + "]}");
            case 1 ->
                post(
                        stage,
                        game,
                        "/v1/responses",
                        "{" + common + "'max_output_tokens':" + longest + ",'input':'" + text
                                + "'}");
            case 4 ->
                post(
                        stage,
                        game,
                        "/v1/embeddings",
                        "{'model':'" + model + "','input':['" + text + "','" + text + "']}");
            default -> {
                String one = "'model':'" + model + "','maxTokens':" + longest + ",'prompt':'" + text
                        + "'}";
                yield post(
                        stage,
                        game,
                        "/api/llm/batch",
                        "{'sessionId':'" + game + "','requests':[{'request_id':'1'," + one
                                + ",{'request_id':'2'," + one + "]}");
            }
        };
    }

    private static Request post(GatewayFixture stage, String game, String path, String body) {
        return stage.request(path, body)
                .header("Authorization", "Bearer " + TOKEN)
                .header("X-Session-Id", game)
                .build();
    }

    /** A model that counts its tokens itself, up to one for each byte of the prompt. */
    private static final class CountingModel {
        private final Random random;
        private BigDecimal usd = BigDecimal.ZERO;
        private long tokens;
        private int answers;

        CountingModel(int seed) {
            this.random = new Random(~seed);
        }

        synchronized BigDecimal usd() {
            return usd;
        }

        synchronized BigDecimal tokens() {
            return BigDecimal.valueOf(tokens);
        }

        synchronized int answers() {
            return answers;
        }

        void answer(ScriptedProvider.Call call) {
            if (call.question().startsWith(LEAVING)) {
                call.text("word ".repeat(1_000)); // and it goes on until the client has left
                return;
            }
            Usage used = count(call);
            boolean embedding = call.asked.format() == AnswerFormat.EMBEDDINGS;
            call.text(
                    embedding
                            ? "[[1],[1]]"
                            : "a word ".repeat((int) Math.min(used.output(), 2_000)));
            if (used.total() == 0) {
                call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "it broke off"));
            } else {
                call.complete(used);
            }
        }

        /** Returns what a call used; nothing if it breaks off without telling. */
        private synchronized Usage count(ScriptedProvider.Call call) {
            if (random.nextInt(10) == 0) {
                return Usage.NONE;
            }
            boolean embedding = call.asked.format() == AnswerFormat.EMBEDDINGS;
            long bytes = call.asked.prompt().messages().stream()
                    .mapToLong(each -> 8 + each.text().getBytes(StandardCharsets.UTF_8).length)
                    .sum();
            long prompt = random.nextInt(3) == 0 ? bytes : 1 + bytes / (1 + random.nextInt(4));
            int most = call.asked.maxTokens();
            long output = embedding ? 0 : random.nextInt(3) == 0 ? most : 1 + random.nextInt(most);
            long written = random.nextInt(3) == 0 ? prompt / 2 : 0;
            Usage used = new Usage(prompt - written, 0, written, output);
            usd = usd.add(PRICES.pricesFor(call.asked.model()).cost(used));
            tokens += used.total();
            answers++;
            return used;
        }
    }
}
