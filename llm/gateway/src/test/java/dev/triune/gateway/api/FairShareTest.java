/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work-conserving sharing, the default: only games with requests count. */
class FairShareTest {
    private GatewayFixture stage = open(1, Limits.NONE, Map.of());

    private final List<CompletableFuture<Answer>> answers = new ArrayList<>();
    private int submitted;

    private static GatewayFixture open(int permits, Limits limits, Map<String, Double> weights) {
        return GatewayFixture.open(
                settings -> settings,
                provider -> provider.withPermits(permits).withLimits(limits).withReserve(0),
                builder -> builder.tenantWeights(weights));
    }

    private void reopen(int permits, Limits limits, Map<String, Double> weights) {
        stage.close();
        stage = open(permits, limits, weights);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    /** Sends a prompt that is the name of its game, and waits until it is submitted. */
    private void ask(String game) {
        String body = "{'sessionId':'" + game + "','prompt':'" + game + "'}";
        answers.add(stage.sendLater(
                stage.request("/api/llm/generate", body).tag(String.class, game).build()));
        int wanted = ++submitted;
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> stage.gateway.stats().join().requests().submitted() == wanted);
    }

    /** Completes calls in order from the given index; returns their games. */
    private List<String> serve(int from, int to) {
        List<String> served = new ArrayList<>();
        for (int i = from; i < to; i++) {
            served.add(stage.model.call(i).question());
            stage.model.call(i).complete();
        }
        return served;
    }

    @Test
    void idleGamesWasteNoCapacity() {
        reopen(8, Limits.perMinute(30), Map.of());
        stage.model.answering("done");
        for (int i = 1; i <= 3; i++) {
            stage.post("/api/llm/generate", "{'sessionId':'idle-" + i + "','prompt':'q'}");
        }
        stage.clock.advance(Duration.ofSeconds(59)); // most of the minute's requests are back
        for (int i = 1; i <= 3; i++) {
            stage.post("/api/llm/heartbeat", "{'sessionId':'idle-" + i + "'}");
        }
        stage.clock.advance(Duration.ofSeconds(10));

        for (int i = 0; i < 30; i++) { // all of the minute's requests at once, without a wait
            Answer answer = stage.post("/api/llm/generate", "{'sessionId':'busy','prompt':'q'}");
            assertThat(answer.status()).isEqualTo(200);
            var cooldown = answer.json().path("cooldown");
            assertThat(cooldown.path("activeGames").intValue()).isEqualTo(4);
            assertThat(cooldown.path("rateLimit").path("effectiveRPM").doubleValue())
                    .isEqualTo(30);
            assertThat(cooldown.path("waitMs").longValue()).isEqualTo(i < 29 ? 0 : 2000);
        }
    }

    @Test
    void busyGamesGetTheSameCooldownAsWithStrictSharing() {
        reopen(1, Limits.perMinute(30), Map.of());
        List<String> games = List.of("a", "b", "c", "d");
        games.forEach(this::ask);
        games.forEach(this::ask);
        assertThat(serve(0, 1)).containsExactly("a");

        var cooldown = GatewayFixture.of(answers.get(0)).json().path("cooldown");
        assertThat(cooldown.path("waitMs").longValue()).isEqualTo(8000);
        assertThat(cooldown.path("activeGames").intValue()).isEqualTo(4);
        assertThat(cooldown.path("rateLimit").path("effectiveRPM").doubleValue())
                .isEqualTo(7.5);
    }

    @Test
    void busyGamesTakeTurnsHoweverManyRequestsOneSends() {
        for (int i = 0; i < 9; i++) {
            ask("greedy");
        }
        for (int i = 0; i < 3; i++) {
            ask("modest");
        }
        List<String> served = serve(0, 12);

        assertThat(Collections.frequency(served.subList(0, 7), "modest")).isEqualTo(3);
        assertThat(served.subList(7, 12)).containsOnly("greedy"); // no capacity is reserved
    }

    @Test
    void fiveGamesGetOneFifthEach() {
        List<String> games = List.of("a", "b", "c", "d", "e");
        games.forEach(game -> {
            for (int i = 0; i < 4; i++) {
                ask(game);
            }
        });
        List<String> served = serve(0, 20);
        for (String game : games) { // in every round of five, give or take the first
            assertThat(Collections.frequency(served.subList(0, 10), game)).isBetween(1, 3);
            assertThat(Collections.frequency(served, game)).isEqualTo(4);
        }
    }

    @Test
    void idleTimeGivesAGameNoAdvantage() {
        ask("idler");
        assertThat(serve(0, 1)).containsExactly("idler");
        for (int i = 0; i < 12; i++) {
            ask("worker");
        }
        assertThat(serve(1, 7)).containsOnly("worker"); // six, while the other idles
        for (int i = 0; i < 4; i++) {
            ask("idler");
        }
        List<String> served = serve(7, 15);
        // with unused capacity saved up, it would now be served four times in a row
        assertThat(Collections.frequency(served.subList(0, 4), "idler")).isBetween(1, 3);
        assertThat(Collections.frequency(served, "idler")).isBetween(3, 4);
    }

    @Test
    void weightsDivideTheCapacity() {
        reopen(1, Limits.NONE, Map.of("heavy", 3.0));
        for (int i = 0; i < 12; i++) {
            ask("heavy");
            ask("light");
        }
        List<String> served = serve(0, 12);
        assertThat(Collections.frequency(served, "heavy")).isBetween(8, 10);
    }

    @Test
    void shareOfADisconnectedGameGoesToTheOthersAtOnce() {
        reopen(1, Limits.perMinute(30), Map.of());
        ask("stays");
        ask("vanishes");
        ask("vanishes");
        ask("stays");
        assertThat(serve(0, 1)).containsExactly("stays");
        assertThat(figures(0)).isEqualTo("2 games, 15.0 rpm");
        assertThat(stage.model.call(1).question()).isEqualTo("vanishes");

        stage.http.dispatcher().runningCalls().stream()
                .filter(call -> "vanishes".equals(call.request().tag(String.class)))
                .forEach(okhttp3.Call::cancel);
        await().until(stage.model.call(1)::isCancelled);
        await().until(() ->
                stage.gateway.stats().join().queue().waiting() == 0); // nor its other request
        assertThat(serve(2, 3)).containsExactly("stays");
        assertThat(figures(3)).isEqualTo("2 games, 30.0 rpm"); // no more pending requests

        stage.clock.advance(Duration.ofSeconds(60));
        ask("stays");
        assertThat(serve(3, 4)).containsExactly("stays");
        assertThat(figures(4)).isEqualTo("1 games, 30.0 rpm");
    }

    private String figures(int answer) {
        var cooldown = GatewayFixture.of(answers.get(answer)).json().path("cooldown");
        return cooldown.path("activeGames").intValue() + " games, "
                + cooldown.path("rateLimit").path("effectiveRPM").doubleValue() + " rpm";
    }
}
