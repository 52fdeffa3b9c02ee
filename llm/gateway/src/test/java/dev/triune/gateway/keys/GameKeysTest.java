/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Secret;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Game keys: which game requests belong to, and which models and budgets they may use. */
class GameKeysTest {
    private static final String TOKEN = "tg-of-the-village";
    private static final String CHAT = "/v1/chat/completions";
    private static final String ASK = "'messages':[{'role':'user','content':'q'}]";

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private @Nullable GatewayFixture stage;

    @BeforeEach
    void locate() {
        file = folder.resolve("keys.json");
    }

    @AfterEach
    void close() {
        if (stage != null) {
            stage.close();
        }
    }

    private GatewayFixture open(GameKey... keys) throws IOException {
        close();
        GameKeys.fileOf(file).write(new KeyList(List.of(keys)));
        GatewayFixture opened = GatewayFixture.open(
                settings -> GatewayFixture.with(
                        GatewayFixture.with(settings, "keysFile", Optional.of(file)),
                        "token",
                        Optional.of(Secret.of("token-of-all-others"))),
                provider -> provider,
                builder -> {},
                new PriceCatalog(Map.of(), TokenPrices.of("1000", "1000", "1000")), // 0.124 a call
                Map.of());
        opened.model.answering("yes");
        stage = opened;
        return opened;
    }

    @Test
    void missingFileIsReportedAtTheStart() throws IOException {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(GameKeys.class.getName());
        logger.setFilter(line -> !lines.add(line.getMessage()));
        try {
            GameKeys.open(file, InstantSource.fixed(Instant.EPOCH));
            assertThat(lines).singleElement().asString().contains("no game has a key");
            GameKeys.fileOf(file).write(new KeyList(List.of()));
            GameKeys.open(file, InstantSource.fixed(Instant.EPOCH));
        } finally {
            logger.setFilter(null);
        }
        assertThat(lines).hasSize(1);
    }

    private static GameKey key(
            List<String> models,
            @Nullable String usdPerDay,
            @Nullable Long tokensPerMonth,
            @Nullable Instant expires) {
        return new GameKey(
                "k1",
                "village",
                GameKeys.hash(TOKEN),
                models,
                usdPerDay == null ? null : new BigDecimal(usdPerDay),
                null,
                null,
                tokensPerMonth,
                2,
                expires,
                false);
    }

    private static Answer ask(GatewayFixture stage, String token, String path, String body) {
        return stage.send(stage.request(path, body)
                .header("Authorization", "Bearer " + token)
                .build());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/llm/generate    | {'prompt':'q','sessionId':'another'}
            /api/llm/chat        | {'sessionId':'another','messages':[{'role':'user','content':'q'}]}
            /v1/chat/completions | {'user':'another','messages':[{'role':'user','content':'q'}]}
            /v1/messages         | {'max_tokens':5,'metadata':{'user_id':'another'},'messages':[{'role':'user','content':'q'}]}
            /v1/responses        | {'input':'q','user':'another'}
            /v1/embeddings       | {'input':'q','user':'another'}
            """)
    void requestsOfAKeyAlwaysBelongToItsGame(String path, String body) throws IOException {
        GatewayFixture opened = open(key(List.of(), null, 124L, null));
        opened.model.answering(path.endsWith("embeddings") ? "[[1]]" : "yes");

        Answer first = opened.send(opened.request(path, body)
                .header("x-api-key", TOKEN)
                .header("X-Session-Id", "another")
                .build());
        Answer second = ask(opened, TOKEN, path, body);

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.headers().get("X-Dropped-Fields")).isNull();
        assertThat(second.status()).isEqualTo(429);
        assertThat(second.body()).contains("the budget of the month of the game's key is used up");
        assertThat(ask(opened, "token-of-all-others", path, body).status()).isEqualTo(200);
    }

    @Test
    void keyAllowsOnlyItsModels() throws IOException {
        GatewayFixture opened = open(key(List.of("model-2"), null, null, null));

        Answer refused = ask(opened, TOKEN, CHAT, "{" + ASK + "}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("does not allow model model-1");
        assertThat(ask(opened, TOKEN, CHAT, "{'model':'model-2'," + ASK + "}").status())
                .isEqualTo(200);
    }

    @Test
    void dailyBudgetRenewsDailyAndSurvivesARestart() throws IOException {
        GatewayFixture opened = open(key(List.of(), "0.2", null, null));
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(429);
        opened.close();
        assertThat(Files.readString(folder.resolve("keys.json.usage"))).contains("0.248");

        GatewayFixture again = open(key(List.of(), "0.2", null, null));
        assertThat(ask(again, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(429);
        again.clock.advance(Duration.ofDays(1));
        assertThat(ask(again, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
    }

    @Test
    void callsInFlightCountAgainstTheBudgetWithTheirLongestAnswer() throws IOException {
        GatewayFixture opened = open(key(List.of(), "5", null, null));
        String body = "{'max_tokens':3000," + ASK + "}"; // 3 USD
        opened.model.scripted(call -> {});
        List<CompletableFuture<Answer>> inFlight = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            inFlight.add(opened.sendLater(opened.request(CHAT, body)
                    .header("Authorization", "Bearer " + TOKEN)
                    .build()));
            opened.model.call(i);
        }

        assertThat(ask(opened, TOKEN, CHAT, body).status()).isEqualTo(429);

        for (int i = 0; i < 2; i++) {
            opened.model.call(i).text("yes");
            opened.model.call(i).complete();
            assertThat(GatewayFixture.of(inFlight.get(i)).status()).isEqualTo(200);
        }
        opened.model.answering("yes");
        assertThat(ask(opened, TOKEN, CHAT, body).status()).isEqualTo(200);
    }

    @Test
    void usageIsSavedOnceTheFileCanBeWrittenAgain() throws IOException {
        GameKeys.fileOf(file).write(new KeyList(List.of(key(List.of(), "0.2", null, null))));
        GameKeys keys = GameKeys.open(file, new TestClock());
        Path draft = Files.createDirectory(folder.resolve("keys.json.usage.new"));
        keys.charge("village", BigDecimal.ONE, 124);
        keys.maintain();
        Files.delete(draft);
        keys.maintain();

        assertThat(GameKeys.open(file, new TestClock()).budgets("village"))
                .singleElement()
                .satisfies(budget -> assertThat(budget.left()).isEqualByComparingTo("-0.8"));
    }

    @Test
    void expiredAndRevokedKeysAreRejected() throws IOException {
        GatewayFixture opened = open(
                key(List.of(), null, null, new TestClock().instant().plus(Duration.ofHours(1))));
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        opened.clock.advance(Duration.ofHours(1));
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(401);

        GatewayFixture other = open(key(List.of(), null, null, null));
        assertThat(ask(other, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        GameKeys.fileOf(file)
                .write(new KeyList(List.of(key(List.of(), null, null, null).revoke())));
        assertThat(file.toFile().setLastModified(1)).isTrue();
        await().until(() -> ask(other, TOKEN, CHAT, "{" + ASK + "}").status() == 401);
    }

    @Test
    void keysAreReadAgainWhileTheUsageCannotBeWritten() throws IOException {
        GatewayFixture opened = open(key(List.of(), "5", null, null));
        Files.createDirectory(folder.resolve("keys.json.usage.new")); // every write fails
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        await().untilAsserted(() -> assertThat(opened.get("/readyz").body())
                .contains("degraded", "keys.json.usage cannot be written"));

        GameKeys.fileOf(file)
                .write(new KeyList(List.of(key(List.of(), "5", null, null).revoke())));
        assertThat(file.toFile().setLastModified(1)).isTrue();

        await().until(() -> ask(opened, TOKEN, CHAT, "{" + ASK + "}").status() == 401);
        Files.delete(folder.resolve("keys.json.usage.new"));
        await().until(() -> opened.get("/readyz").body().contains("\"status\":\"ok\""));
    }

    @Test
    void revokingAKeyEndsItsStreamsAndChargesThem() throws Exception {
        GatewayFixture opened = open(key(List.of(), "5", null, null));
        opened.model.scripted(call -> call.text("once upon a time "));
        CompletableFuture<Answer> stream =
                opened.sendLater(opened.request(CHAT, "{'stream':true,'max_tokens':50," + ASK + "}")
                        .header("Authorization", "Bearer " + TOKEN)
                        .build());
        opened.model.call(0);

        GameKeys.fileOf(file)
                .write(new KeyList(List.of(key(List.of(), "5", null, null).revoke())));
        assertThat(file.toFile().setLastModified(1)).isTrue();

        assertThat(GatewayFixture.of(stream).body())
                .contains("once upon a time", "the key was revoked")
                .doesNotContain("[DONE]");
        await().until(opened.model.call(0)::isCancelled);
        opened.close();
        assertThat(GatewayFixture.JSON
                        .readTree(Files.readString(folder.resolve("keys.json.usage")))
                        .at("/games/village/tokensOfDay")
                        .longValue())
                .as("tokens of the answer's beginning")
                .isPositive();
    }

    @Test
    void twoKeysOfAGameShareItsBudget() throws IOException {
        GameKey old = key(List.of(), "0.2", null, null);
        GatewayFixture opened = open(old, old.withHash("k2", GameKeys.hash("tg-of-the-village-2")));

        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(200);
        assertThat(ask(opened, "tg-of-the-village-2", CHAT, "{" + ASK + "}").status())
                .isEqualTo(200);
        assertThat(ask(opened, TOKEN, CHAT, "{" + ASK + "}").status()).isEqualTo(429);
        assertThat(ask(opened, "tg-of-the-village-2", CHAT, "{" + ASK + "}").status())
                .isEqualTo(429);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/llm/generate    | {'prompt':'q','sessionId':'village'}
            /api/llm/chat        | {'sessionId':'village','messages':[{'role':'user','content':'q'}]}
            /api/llm/heartbeat   | {'sessionId':'village'}
            /api/llm/cancel      | {'sessionId':'village','cancelToken':'c'}
            /api/llm/batch       | {'sessionId':'village','requests':[{'request_id':'a','prompt':'q'}]}
            /v1/chat/completions | {'user':'village','messages':[{'role':'user','content':'q'}]}
            /v1/messages         | {'max_tokens':5,'metadata':{'user_id':'village'},'messages':[{'role':'user','content':'q'}]}
            /v1/responses        | {'input':'q','user':'village'}
            /v1/embeddings       | {'input':'q','user':'village'}
            """)
    void tokenOfAllOthersCannotActForAGameWithAKey(String path, String body) throws IOException {
        GatewayFixture opened = open(key(List.of(), "5", null, null));

        Answer refused = ask(opened, "token-of-all-others", path, body);

        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        assertThat(refused.body()).contains("the session is a game with its own key");
        assertThat(opened.model.calls).isEmpty();
    }

    @Test
    void secondGatewayIsRefusedTheUsageFile() throws IOException {
        open(key(List.of(), "5", null, null));

        assertThatThrownBy(() -> GatewayFixture.open(
                        settings -> GatewayFixture.with(settings, "keysFile", Optional.of(file)),
                        builder -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gateway.keys: another gateway writes " + file + ".usage (give each"
                        + " gateway a file of its own, and a part of the budgets)");
    }

    @Test
    void keyIsNotAnOperatorToken() throws IOException {
        GatewayFixture opened = open(key(List.of(), null, null, null));

        assertThat(ask(opened, TOKEN, "/api/llm/quota", "{}").status()).isEqualTo(401);
    }

    @Test
    void keySetsTheWeightOfItsGame() throws IOException {
        GameKeys.fileOf(file).write(new KeyList(List.of(key(List.of(), null, null, null))));

        assertThat(GameKeys.open(file, new TestClock()).weights())
                .isEqualTo(Map.of("village", 2.0));
    }

    @Test
    void rejectsAnUnusableKeysFile() throws IOException {
        assertThatThrownBy(() -> GameKeys.open(folder.resolve("no/keys.json"), new TestClock()))
                .hasMessageStartingWith("gateway.keys: ")
                .hasMessageContaining("is in a directory that does not exist (create ");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> GameKeys.open(file, new TestClock()))
                .hasMessage("gateway.keys: " + file
                        + " cannot be read (repair it, or remove it, and with it what it holds)");
    }
}
