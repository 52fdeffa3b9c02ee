/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.GameCooldown;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What games are told about their next request. */
class GameCooldownTest {
    @Test
    void underStrictSharingItIsTheTimeThatIsLeft() {
        Stage stage = stage(Sharing.STRICT, 30);
        for (int game = 1; game <= 4; game++) {
            stage.broker.heartbeat("game-" + game);
        }
        assertThat(cooldown(stage, "game-1"))
                .isEqualTo(new GameCooldown(Duration.ZERO, 4, 30, 7.5));

        stage.submit(Stage.asking("hello?").session("game-1"));
        assertThat(cooldown(stage, "game-1").left()).isEqualTo(Duration.ofSeconds(8));
        stage.advanceSeconds(3);
        assertThat(cooldown(stage, "game-1").left()).isEqualTo(Duration.ofSeconds(5));
        assertThat(cooldown(stage, "game-2").left()).isZero();
    }

    @Test
    void whereNobodyWaitsAndTheLimitsHaveRoomItIsNothing() {
        Stage stage = stage(Sharing.WORK_CONSERVING, 30);
        for (int game = 1; game <= 4; game++) {
            stage.broker.heartbeat("game-" + game);
        }
        stage.submit(Stage.asking("hello?").session("game-1"));
        stage.settle();

        GameCooldown told = cooldown(stage, "game-1");
        assertThat(told.left())
                .as("three games that want nothing waste nothing")
                .isZero();
        assertThat(told.activeGames()).isEqualTo(4);
        assertThat(told.effectivePerMinute()).isEqualTo(30);
    }

    @Test
    void withEveryGameBusyBothRulesGiveTheSameFigures() {
        Stage stage = stage(Sharing.WORK_CONSERVING, 30);
        backlog(stage, "game-1", "game-2", "game-3", "game-4");

        assertThat(cooldown(stage, "game-1"))
                .isEqualTo(new GameCooldown(Duration.ofSeconds(8), 4, 30, 7.5));
    }

    @Test
    void aGameOfThreeTimesTheWeightWaitsAThird() {
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(100).withLimits(Limits.perMinute(30)),
                builder -> builder.weights(Map.of("heavy", 3.0)));
        backlog(stage, "heavy", "light");

        assertThat(cooldown(stage, "heavy").effectivePerMinute()).isEqualTo(22.5);
        assertThat(cooldown(stage, "light").left()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void aGameThatEndsItsWaitLeavesItsPartToTheOthers() {
        Stage stage = stage(Sharing.WORK_CONSERVING, 30);
        backlog(stage, "game-1", "game-2");
        assertThat(cooldown(stage, "game-1").effectivePerMinute()).isEqualTo(15);
        stage.advanceSeconds(40);
        stage.broker.heartbeat("game-1");
        stage.advanceSeconds(20);

        assertThat(cooldown(stage, "game-1").effectivePerMinute())
                .as("with the first decision after its timeout")
                .isEqualTo(30);
    }

    @Test
    void aCoolingProviderIsWaitedFor() {
        Stage stage = stage(Sharing.WORK_CONSERVING, 0);
        stage.submit(Stage.asking("hello?").session("game"));
        stage.settle();
        stage.first
                .last()
                .sink
                .fail(new CallFailure.RateLimited(
                        Optional.of(Duration.ofSeconds(20)), "slow down"));
        stage.settle();

        assertThat(cooldown(stage, "game").left())
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(23));
    }

    private static void backlog(Stage stage, String... games) {
        for (int i = 0; i < 31; i++) {
            for (String game : games) {
                stage.submit(Stage.asking("hello?").session(game));
            }
        }
        stage.settle();
    }

    private static GameCooldown cooldown(Stage stage, String game) {
        return stage.broker.cooldown(Stage.asking("next").session(game).build());
    }

    private static Stage stage(Sharing sharing, int perMinute) {
        return Stage.ofOne(
                Stage.settings()
                        .withPermits(100)
                        .withQueueLimit(1000)
                        .withLimits(Limits.perMinute(perMinute)),
                builder -> builder.sharing(sharing));
    }
}
