/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Secret;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import dev.triune.testsupport.StablePort;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** Two gateways that spend the same budget, at 100 USD for a million tokens of input, 200 of output. */
class SharedBudgetTest {
    private static final String TOKEN = "tg-of-the-castle";
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-1", TokenPrices.of("100", "10", "200")), TokenPrices.of("0", "0", "0"));

    @TempDir
    private Path folder;

    private final List<SharedLimits> sharing = new ArrayList<>();
    private final List<GatewayFixture> gateways = new ArrayList<>();
    private final int port = StablePort.next();
    private RedisServer redis = redis();

    private RedisServer redis() {
        try {
            return RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .onShutdownForceStop(true)
                    .build();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() throws IOException {
        redis.start();
        for (int i = 0; i < 2; i++) {
            sharing.add(ServiceLoader.load(SharedLimits.Opener.class)
                    .findFirst()
                    .orElseThrow()
                    .open(
                            Secret.of("redis://127.0.0.1:" + port),
                            Duration.ofMinutes(1),
                            Duration.ofMinutes(1)));
        }
    }

    @AfterEach
    void stop() throws IOException {
        gateways.forEach(GatewayFixture::close);
        sharing.forEach(SharedLimits::close);
        redis.stop();
    }

    private void settle() {
        sharing.forEach(limits -> await().until(() -> limits.problem().isEmpty()));
    }

    private void open(String usd) throws IOException {
        for (int i = 0; i < 2; i++) {
            Path keys = Files.createDirectories(folder.resolve("g" + i)).resolve("keys.json");
            GameKeys.fileOf(keys).write(new KeyList(List.of(key(usd))));
            SharedLimits limits = sharing.get(i);
            GatewayFixture gateway = GatewayFixture.open(
                    settings -> with(settings, keys, usd),
                    provider -> provider,
                    builder -> builder.sharedLimits(limits),
                    PRICES,
                    Map.of());
            gateway.model.scripted(call -> {
                call.text("yes");
                call.complete(new Usage(400, 0, 0, 100)); // 0.06 USD
            });
            gateways.add(gateway);
        }
    }

    private static GatewaySettings with(GatewaySettings settings, Path keys, String usd) {
        InitialQuota quota = new InitialQuota(new BigDecimal(usd), "day", "");
        GatewaySettings shared = GatewayFixture.with(settings, "defaultQuota", Optional.of(quota));
        return GatewayFixture.with(shared, "keysFile", Optional.of(keys));
    }

    private static GameKey key(String usd) {
        return new GameKey(
                "k1",
                "castle",
                GameKeys.hash(TOKEN),
                List.of(),
                new BigDecimal(usd),
                null,
                null,
                null,
                1,
                null,
                false);
    }

    private Answer ask(int gateway) {
        return gateways.get(gateway)
                .send(gateways.get(gateway)
                        .request(
                                "/v1/chat/completions",
                                "{'max_tokens':100,'messages':[{'role':'user','content':'"
                                        + "x".repeat(400) + "'}]}")
                        .header("Authorization", "Bearer " + TOKEN)
                        .build());
    }

    @Test
    void twoGatewaysSpendABudgetOnce() throws IOException {
        open("0.9"); // 15 answers of 0.06 USD, had they no margin for the prompt's form
        settle();
        int answered = 0;
        int tries = 0;
        while (tries++ < 60) {
            Answer answer = ask(tries % 2);
            answered += answer.status() == 200 ? 1 : 0;
            if ("false".equals(answer.headers().get("x-should-retry"))) {
                break; // nobody has enough left for the prompt
            }
        }
        assertThat(answered).isBetween(12, 15);
        Path usage = folder.resolve("g0/keys.json.usage");
        Answer refused = ask(0);
        assertThat(refused.status()).isEqualTo(429);
        BigDecimal total = new BigDecimal("0.06").multiply(BigDecimal.valueOf(answered));
        gateways.get(0).close();
        assertThat(GatewayFixture.JSON
                        .readTree(Files.readString(usage))
                        .at("/games/castle/usdOfDay")
                        .decimalValue())
                .as("the file of each gateway has what both have spent")
                .isEqualByComparingTo(total);
    }

    @Test
    void gatewayWithoutRedisSpendsWhatItHasInHand() throws IOException {
        open("4");
        settle();
        assertThat(ask(0).status()).isEqualTo(200);
        redis.stop();
        await().until(() -> sharing.get(0).problem().isPresent());

        int answered = 0;
        Answer answer = ask(0);
        while (answer.status() == 200 && answered++ < 100) {
            answer = ask(0);
        }

        assertThat(answered).as("of an eighth of 4 USD, each 0.06").isBetween(3, 10);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.body()).contains("in the hands of other gateways");
        assertThat(answer.headers().get("Retry-After")).isEqualTo("1");
        redis = redis();
        redis.start();
        await().until(() -> ask(0).status() == 200);
    }

    @Test
    void quotaSetAtOneGatewayIsSpentOnceByBoth() throws IOException {
        openUnlimited();
        setQuota(0, "0.9");
        await().until(() -> quotaAt(1).status() == 200);
        int answered = 0;
        int tries = 0;
        while (tries++ < 60) {
            Answer answer = askAs(tries % 2);
            answered += answer.status() == 200 ? 1 : 0;
            if ("false".equals(answer.headers().get("x-should-retry"))) {
                break;
            }
        }
        assertThat(answered).isBetween(12, 15);

        setQuota(1, "60");
        await().until(() -> askAs(0).status() == 200);
        assertThat(askAs(1).status()).isEqualTo(200);
    }

    @Test
    void quotaEndedAtOneGatewayEndsAtBoth() throws IOException {
        openUnlimited();
        setQuota(0, "0.001");
        await().until(() -> askAs(1).status() == 429);

        Request delete = new Request.Builder()
                .url(gateways.get(1).url("/api/llm/quota?sessionId=inn"))
                .delete()
                .build();
        assertThat(gateways.get(1).send(delete).status()).isEqualTo(200);
        await().until(() -> askAs(0).status() == 200);
        assertThat(quotaAt(0).status()).isEqualTo(404);
    }

    @Test
    void quotaIsToldToAGatewayThatStartsLaterAlsoByARedisThatLostIt() throws IOException {
        openUnlimited();
        setQuota(0, "0.001");
        await().until(() -> askAs(0).status() == 429);
        redis.stop();
        redis = redis();
        redis.start();
        settle();
        assertThat(askAs(0).status()).isEqualTo(429);

        await().until(() -> askAs(1).status() == 429);
    }

    private void openUnlimited() throws IOException {
        for (SharedLimits limits : sharing) {
            GatewayFixture gateway = GatewayFixture.open(
                    settings -> settings,
                    provider -> provider,
                    builder -> builder.sharedLimits(limits),
                    PRICES,
                    Map.of());
            gateway.model.scripted(call -> {
                call.text("yes");
                call.complete(new Usage(400, 0, 0, 100)); // 0.06 USD
            });
            gateways.add(gateway);
        }
        settle();
    }

    private void setQuota(int gateway, String usd) {
        Answer answer = gateways.get(gateway)
                .post(
                        "/api/llm/quota",
                        "{'sessionId':'inn','remaining_units':" + usd + ",'model':'model-1'}");
        assertThat(answer.status()).isEqualTo(200);
    }

    private Answer quotaAt(int gateway) {
        return gateways.get(gateway).get("/api/llm/quota?sessionId=inn");
    }

    private Answer askAs(int gateway) {
        return gateways.get(gateway)
                .post(
                        "/api/llm/generate",
                        "{'sessionId':'inn','maxTokens':100,'prompt':'" + "x".repeat(400) + "'}");
    }
}
