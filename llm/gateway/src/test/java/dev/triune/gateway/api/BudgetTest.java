/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.gateway.keys.GameKeys.KeyList;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Usage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a budget does to one call, at 100 USD for a million tokens of input and 200 of output. */
class BudgetTest {
    private static final String TOKEN = "tg-of-the-village";
    private static final String CHAT = "/v1/chat/completions";
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-1", TokenPrices.of("100", "10", "200")), TokenPrices.of("0", "0", "0"));

    @TempDir
    private Path folder;

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    /** The limits of one USD, all of which one call could exceed. */
    private enum Limit {
        KEY,
        DEFAULT_QUOTA,
        SESSION_QUOTA
    }

    private void open(Limit limit, String usd) throws IOException {
        InitialQuota quota = new InitialQuota(new BigDecimal(usd), "day", "");
        open(
                switch (limit) {
                    case KEY -> withKey(key(usd));
                    case DEFAULT_QUOTA ->
                        settings ->
                                GatewayFixture.with(settings, "defaultQuota", Optional.of(quota));
                    case SESSION_QUOTA ->
                        settings -> GatewayFixture.with(
                                settings, "bySession", Map.of("village", quota));
                },
                PRICES);
    }

    private void open(UnaryOperator<GatewaySettings> settings, PriceCatalog prices) {
        stage.close();
        stage = GatewayFixture.open(
                settings, provider -> provider, builder -> {}, prices, Map.of());
        stage.model.scripted(call -> call.complete(
                new Usage(call.question().length() / 4, 0, 0, call.asked.maxTokens())));
    }

    private UnaryOperator<GatewaySettings> withKey(GameKey key) throws IOException {
        Path file = folder.resolve("keys.json");
        GameKeys.fileOf(file).write(new KeyList(List.of(key)));
        return settings -> GatewayFixture.with(settings, "keysFile", Optional.of(file));
    }

    private static GameKey key(String usd) {
        return new GameKey(
                "k1",
                "village",
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

    private CompletableFuture<Answer> post(String path, String body) {
        return stage.sendLater(stage.request(path, body)
                .header("Authorization", "Bearer " + TOKEN)
                .header("X-Session-Id", "village")
                .build());
    }

    private Answer chat(String fields, String text) {
        return GatewayFixture.of(post(
                CHAT, "{" + fields + "'messages':[{'role':'user','content':'" + text + "'}]}"));
    }

    @ParameterizedTest
    @EnumSource(Limit.class)
    void answerIsTrimmedToWhatIsLeft(Limit limit) throws IOException {
        open(limit, "1");

        Answer answer = chat("'max_tokens':30000,", "q");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(stage.model.call(0).asked.maxTokens())
                .as("of 5,000 tokens that one USD buys")
                .isBetween(4_400, 4_990);
    }

    @ParameterizedTest
    @EnumSource(Limit.class)
    void promptThatAloneExceedsTheRestIsRefusedUnsent(Limit limit) throws IOException {
        open(limit, "1");

        Answer chat = chat("'max_tokens':3,", "word ".repeat(20_000));
        Answer embedding = GatewayFixture.of(
                post("/v1/embeddings", "{'input':'" + "word ".repeat(20_000) + "'}"));

        for (Answer refused : List.of(chat, embedding)) {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body())
                    .contains("is too small: the prompt alone may use more than is left");
            assertThat(refused.headers().get("x-should-retry")).isEqualTo("false");
        }
        assertThat(stage.model.calls).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Limit.class)
    void choicesAreAdmittedTogetherOrNotAtAll(Limit limit) throws IOException {
        open(limit, "1");

        assertThat(chat("'n':16,'max_tokens':1000,", "q").status()).isEqualTo(200);
        assertThat(stage.model.calls)
                .as("each trimmed to its part of the budget")
                .hasSize(16)
                .allMatch(call -> call.asked.maxTokens() < 320);

        stage.model.calls.clear();
        Answer refused = chat("'n':16,'max_tokens':1000,", "word ".repeat(100));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(stage.model.calls).isEmpty();
    }

    @Test
    void whatWaitsIsLookedAtAgainWhenItIsSent() throws IOException {
        open(Limit.DEFAULT_QUOTA, "1");
        stage.model.scripted(call -> {});
        List<CompletableFuture<Answer>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            all.add(post(
                    CHAT,
                    "{'user':'made-up-" + i + "','max_tokens':256,"
                            + "'messages':[{'role':'user','content':'q'}]}"));
        }
        await().until(() -> stage.gateway.stats().join().calls().inFlight() == 8);
        for (int i = 0; all.stream().anyMatch(each -> !each.isDone()); i++) {
            int next = i;
            if (stage.model.calls.size() > next) {
                ScriptedProvider.Call call = stage.model.call(next);
                call.complete(new Usage(1, 0, 0, call.asked.maxTokens()));
            } else {
                i--;
                Thread.onSpinWait();
            }
        }

        long tokens = stage.model.calls.stream()
                .mapToLong(call -> call.asked.maxTokens())
                .sum();
        assertThat(stage.model.calls).as("calls, of at most 256 tokens").hasSizeBetween(15, 40);
        assertThat(100 * stage.model.calls.size() + 200 * tokens)
                .as("millionths of a USD")
                .isLessThanOrEqualTo(1_000_000);
    }

    @Test
    void clientsOfAUsedUpQuotaWriteNoLines() throws IOException {
        Logger root = Logger.getLogger("");
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler capture = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                    lines.add(line.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        open(Limit.SESSION_QUOTA, "0");
        root.addHandler(capture);
        try {
            for (int i = 0; i < 40; i++) {
                assertThat(chat("", "q").status()).isEqualTo(429);
            }
        } finally {
            root.removeHandler(capture);
        }
        assertThat(lines).isEmpty();
    }

    @Test
    void callsInFlightAreNoReasonToGiveUp() throws IOException {
        open(Limit.KEY, "0.05");
        stage.model.scripted(call -> {});
        CompletableFuture<Answer> first =
                post(CHAT, "{'messages':[{'role':'user','content':'q'}]}");
        stage.model.call(0);

        Answer refused = chat("", "q");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("is reserved by calls in flight");
        assertThat(refused.headers().get("Retry-After")).isEqualTo("1");
        assertThat(refused.headers().get("x-should-retry")).isNull();
        stage.model.call(0).complete(new Usage(1, 0, 0, 1));
        assertThat(GatewayFixture.of(first).status()).isEqualTo(200);
    }

    @Test
    void budgetInUsdNeedsAPriceOfEachModel() throws IOException {
        UnaryOperator<GatewaySettings> settings = withKey(key("2"));

        assertThatThrownBy(() -> open(settings, GatewayFixture.FREE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gateway.keys: the key of game village has a budget in USD, but model"
                        + " \"model-1\" of first has no price, so that the budget would be without"
                        + " end (add it to prices, with zeros if it costs nothing)");

        open(settings, PRICES);
        Answer refused = chat("'model':'another-of-this-provider',", "q");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("model another-of-this-provider has no price");
        assertThat(stage.model.calls).isEmpty();
    }
}
