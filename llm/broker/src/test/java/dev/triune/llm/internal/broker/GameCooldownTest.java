/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker.TenantCooldown;
import dev.triune.llm.Limits;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The cooldown that tenants get for their next request. */
class GameCooldownTest {
    @Test
    void strictSharingReportsTheRemainingCooldown() {
        Stage stage = stage(true, 30);
        join(stage, 4);
        stage.advanceSeconds(8);
        assertThat(cooldown(stage, "game-1"))
                .isEqualTo(new TenantCooldown(Duration.ZERO, 4, 30, 7.5));

        stage.submit(Stage.asking("hello?").tenant("game-1"));
        assertThat(cooldown(stage, "game-1").remaining()).isEqualTo(Duration.ofSeconds(8));
        stage.advanceSeconds(3);
        assertThat(cooldown(stage, "game-1").remaining()).isEqualTo(Duration.ofSeconds(5));
        assertThat(cooldown(stage, "game-2").remaining()).isZero();
    }

    @Test
    void cooldownIsZeroWhileLimitsHaveRoomAndQueueIsEmpty() {
        Stage stage = stage(false, 30);
        join(stage, 4);
        stage.submit(Stage.asking("hello?").tenant("game-1"));
        stage.settle();

        TenantCooldown reported = cooldown(stage, "game-1");
        assertThat(reported.remaining())
                .as("three games that want nothing waste nothing")
                .isZero();
        assertThat(reported.activeTenants()).isEqualTo(4);
        assertThat(reported.sharePerMinute()).isEqualTo(30);
    }

    @Test
    void workConservingEqualsStrictSharingWhenAllTenantsAreBusy() {
        Stage stage = stage(false, 30);
        backlog(stage, "game-1", "game-2", "game-3", "game-4");

        assertThat(cooldown(stage, "game-1"))
                .isEqualTo(new TenantCooldown(Duration.ofSeconds(8), 4, 30, 7.5));
    }

    @Test
    void tenantShareIsProportionalToItsWeight() {
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(100).withLimits(Limits.perMinute(30)),
                builder -> builder.tenantWeights(Map.of("heavy", 3.0)));
        backlog(stage, "heavy", "light");

        assertThat(cooldown(stage, "heavy").sharePerMinute()).isEqualTo(22.5);
        assertThat(cooldown(stage, "light").remaining()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void cancellingATenantsOnlyRequestFreesItsShare() {
        Stage stage = stage(false, 30);
        backlog(stage, "game-1");
        Ticket waiting =
                stage.broker.submit(Stage.asking("hello?").tenant("game-2").build(), update -> {});
        stage.settle();
        assertThat(cooldown(stage, "game-1").sharePerMinute()).isEqualTo(15);
        stage.broker.cancel(waiting);
        stage.settle();

        assertThat(cooldown(stage, "game-1").sharePerMinute())
                .as("with the first decision after that")
                .isEqualTo(30);
    }

    @Test
    void cooldownIncludesTheCooldownOfTheProvider() {
        Stage stage = stage(false, 0);
        stage.submit(Stage.asking("hello?").tenant("game"));
        stage.settle();
        stage.first
                .last()
                .sink
                .fail(new CallFailure.RateLimited(Duration.ofSeconds(20), "slow down"));
        stage.settle();

        assertThat(cooldown(stage, "game").remaining())
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(23));
    }

    /** Makes that many games known by a request each, which is answered. */
    private static void join(Stage stage, int games) {
        for (int game = 1; game <= games; game++) {
            stage.submit(Stage.asking("hello?").tenant("game-" + game));
            stage.settle();
            stage.first.last().complete();
            stage.settle();
        }
    }

    private static void backlog(Stage stage, String... games) {
        for (int i = 0; i < 31; i++) {
            for (String game : games) {
                stage.submit(Stage.asking("hello?").tenant(game));
            }
        }
        stage.settle();
    }

    private static TenantCooldown cooldown(Stage stage, String game) {
        return stage.broker.cooldown(Stage.asking("next").tenant(game).build());
    }

    private static Stage stage(boolean strict, int perMinute) {
        return Stage.ofOne(
                Stage.settings()
                        .withPermits(100)
                        .withQueueLimit(1000)
                        .withLimits(Limits.perMinute(perMinute)),
                builder -> builder.strictSharing(strict));
    }
}
