/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Games that share a broker. */
class TenantsTest {
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final Stage stage =
            Stage.ofOne(Stage.settings(), builder -> builder.callTimeout(Duration.ofHours(1)));

    // ---- active games

    @Test
    void heartbeatReturnsNumberOfActiveGames() {
        ask("game-1");
        assertThat(stage.broker.heartbeat("game-1")).isEqualTo(1);
        ask("game-2");
        assertThat(stage.broker.heartbeat("game-2")).isEqualTo(2);

        stage.advance(SILENCE.minusNanos(1));
        assertThat(stage.broker.heartbeat("game-2")).isEqualTo(2);
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.broker.heartbeat("game-2")).as("game-1 is inactive").isEqualTo(1);
    }

    @Test
    void heartbeatsWithoutRequestsDoNotReduceSharesOfOthers() {
        Stage strict = strict(600);
        for (int i = 0; i < 20_000; i++) {
            strict.broker.heartbeat("made-up-" + i);
        }
        strict.submit(Stage.asking("one").tenant("honest"));
        strict.settle();
        strict.advance(Duration.ofMillis(100));
        Recorder next = strict.submit(Stage.asking("two").tenant("honest"));
        strict.settle();

        assertThat(strict.broker.heartbeat("honest")).isEqualTo(1);
        assertThat(next.over()).as("600 a minute for the only game").isFalse();
    }

    /** Makes a request of a game and answers it. */
    private void ask(String game) {
        stage.submit(Stage.asking("hello?").tenant(game));
        stage.settle();
        stage.first.last().complete();
        stage.settle();
    }

    @Test
    void requestCountsAsHeartbeat() {
        ask("game-2");
        stage.submit(Stage.asking("hello?").tenant("game-1"));

        assertThat(stage.broker.heartbeat("game-2")).isEqualTo(2);
    }

    @Test
    void requestsWithoutTenantAreNotCountedAsGame() {
        stage.submit("hello?");

        assertThat(stage.broker.heartbeat("game-1")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void gameWithRequestsStaysActive(boolean sentAHeartbeat) {
        Recorder flying = stage.submit(Stage.asking("flying").tenant("game-1"));
        stage.settle();
        Recorder queued = stage.submit(Stage.asking("queued").tenant("game-1"));
        if (sentAHeartbeat) {
            stage.broker.heartbeat("game-1");
        }
        for (int second = 0; second < 150; second++) {
            stage.advanceSeconds(1);
        }
        assertThat(flying.over()).isFalse();
        assertThat(queued.over()).isFalse();
        assertThat(stage.broker.heartbeat("game-2")).as("games").isEqualTo(1);

        stage.first.calls.get(0).complete();
        stage.settle();
        stage.first.calls.get(1).complete();
        stage.advance(SILENCE);

        assertThat(queued.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(stage.broker.heartbeat("game-3"))
                .as("games without requests")
                .isZero();
    }

    @Test
    void heartbeatTimeoutStartsWhenTheLastRequestEnds() {
        stage.submit(Stage.asking("hello?").tenant("game-1"));
        stage.advanceSeconds(50);
        stage.first.last().complete();
        stage.settle();
        stage.advance(SILENCE.minusNanos(1));
        assertThat(stage.broker.heartbeat("game-2")).as("games").isEqualTo(1);

        stage.advance(Duration.ofNanos(1));
        assertThat(stage.broker.heartbeat("game-2")).as("games").isZero();
    }

    @Test
    void heartbeatsKeepAnIdleGameActive() {
        ask("game");
        for (int i = 0; i < 10; i++) {
            stage.advanceSeconds(59);
            assertThat(stage.broker.heartbeat("game")).isEqualTo(1);
        }
    }

    @Test
    void heartbeatTimeoutIsConfigurable() {
        Stage hasty = Stage.ofOne(
                Stage.settings(), builder -> builder.heartbeatTimeout(Duration.ofSeconds(5)));
        hasty.submit(Stage.asking("hello?").tenant("game"));
        hasty.settle();
        hasty.first.last().complete();
        hasty.settle();
        hasty.advanceSeconds(5);

        assertThat(hasty.broker.heartbeat("game")).isZero();
    }

    @Test
    void inactiveGameIsRemovedFromStats() {
        ask("silent");
        assertThat(stage.broker.stats().tenants()).containsOnlyKeys("silent");
        stage.advance(SILENCE);

        assertThat(stage.broker.stats().tenants()).isEmpty();
    }

    @Test
    void returningGameIsServedAgain() {
        ask("game");
        stage.advance(SILENCE);
        Recorder back = stage.submit(Stage.asking("after").tenant("game"));
        stage.settle();

        assertThat(back.heard).containsExactly("started first/model-1");
        assertThat(stage.broker.stats().tenants()).containsOnlyKeys("game");
    }

    @Test
    void rejectsGameBeyondTheMaximumWithoutStats() {
        for (int i = 0; i < 10_000; i++) {
            stage.broker.cancel(stage.broker.submit(
                    Stage.asking("hi").tenant("game-" + i).build(), update -> {}));
        }
        Recorder recorder = stage.submit(Stage.asking("hello?").tenant("one too many"));
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.QUEUE_FULL, Duration.ofSeconds(1)));
        assertThat(stage.broker.stats().tenants()).doesNotContainKey("one too many");
    }

    // ---- strict sharing

    /** 30 requests a minute, 4 games: each may send a request every 8 s. */
    @Test
    void strictSharingGivesFourGamesAnEightSecondCooldown() {
        Stage strict = strict(30);
        List<Recorder> taken = new ArrayList<>();
        for (int game = 1; game <= 4; game++) { // at 0, 2, 4 and 6 s
            taken.add(strict.submit(Stage.asking("hello?").tenant("game-" + game)));
            strict.advanceSeconds(game < 4 ? 2 : 1);
        }
        Recorder early = strict.submit(Stage.asking("at 7 s").tenant("game-1"));
        strict.advanceSeconds(1);
        Recorder inTime = strict.submit(Stage.asking("at 8 s").tenant("game-1"));
        strict.settle();

        assertThat(early.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.GAME_COOLDOWN, Duration.ofSeconds(1)));
        assertThat(taken)
                .allSatisfy(recorder ->
                        assertThat(recorder.heard).containsExactly("started first/model-1"));
        assertThat(inTime.heard).containsExactly("started first/model-1");
    }

    @Test
    void strictSharingDoesNotExtendCooldownAfterRejection() {
        Stage strict = strict(30);
        strict.submit(Stage.asking("a").tenant("game"));
        strict.advanceSeconds(1);
        strict.submit(Stage.asking("too early").tenant("game"));
        strict.advanceSeconds(1);
        Recorder recorder = strict.submit(Stage.asking("b").tenant("game"));
        strict.settle();

        assertThat(recorder.over()).as("2 s after the first").isFalse();
    }

    @Test
    void strictSharingWithoutLimitsUsesFiveSecondCooldown() {
        Stage strict = strict(0);
        strict.submit(Stage.asking("a").tenant("game"));
        strict.advanceSeconds(3);
        Recorder recorder = strict.submit(Stage.asking("b").tenant("game"));
        strict.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.GAME_COOLDOWN, Duration.ofSeconds(2)));
    }

    @Test
    void strictSharingDoesNotLimitRequestsWithoutTenant() {
        Stage strict = strict(30);
        Recorder one = strict.submit("a");
        Recorder other = strict.submit("b");
        strict.settle();

        assertThat(one.over()).isFalse();
        assertThat(other.over()).isFalse();
    }

    // ---- sharing by turns

    @Test
    void gamesTakeTurnsRegardlessOfQueueLength() {
        FakeProvider.Call holder = stage.holdThePermit();
        for (int i = 0; i < 5; i++) {
            stage.submit(Stage.asking("large " + i).tenant("large"));
        }
        stage.submit(Stage.asking("small 0").tenant("small"));
        stage.submit(Stage.asking("small 1").tenant("small"));
        holder.complete();
        serve(4);

        assertThat(Stage.questions(stage.first).subList(1, 5))
                .containsExactlyInAnyOrder("large 0", "small 0", "large 1", "small 1");
    }

    @Test
    void gameWithDoubleWeightIsServedTwiceAsOften() {
        Stage weighted = Stage.ofOne(
                Stage.settings(), builder -> builder.tenantWeights(Map.of("heavy", 2.0)));
        weighted.holdThePermit();
        for (int i = 0; i < 30; i++) {
            weighted.submit(Stage.asking("heavy").tenant("heavy"));
            weighted.submit(Stage.asking("light").tenant("light"));
        }
        for (int i = 0; i < 30; i++) {
            weighted.first.last().complete(new Usage(100, 0, 0, 100));
            weighted.settle();
        }

        assertThat(Stage.questions(weighted.first).stream()
                        .filter("heavy"::equals)
                        .count())
                .isBetween(18L, 22L);
    }

    @Test
    void sendsMoreUrgentRequestOfAGameFirst() {
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit(Stage.asking("low").tenant("game").priority(Priority.LOW));
        stage.submit(Stage.asking("high").tenant("game").priority(Priority.HIGH));
        holder.complete();
        serve(2);

        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "high", "low");
    }

    // ---- fixtures

    private void serve(int requests) {
        stage.settle();
        for (int i = 1; i < requests; i++) {
            stage.first.last().complete(new Usage(50, 0, 0, 50));
            stage.settle();
        }
    }

    private static Stage strict(int perMinute) {
        return Stage.ofOne(
                Stage.settings().withPermits(10).withLimits(Limits.perMinute(perMinute)),
                builder -> builder.strictSharing(true));
    }
}
