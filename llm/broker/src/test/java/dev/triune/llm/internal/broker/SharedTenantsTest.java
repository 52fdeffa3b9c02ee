/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.SharedLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Games that are active at several brokers. */
class SharedTenantsTest {
    private final OtherBrokers otherBrokers = new OtherBrokers();

    @Test
    void heartbeatReturnsActiveGamesOfAllBrokers() {
        Stage stage = stage(false);
        otherBrokers.games = 3;

        stage.submit(Stage.asking("hello?").tenant("here"));
        otherBrokers.heartbeats.clear();

        assertThat(stage.broker.heartbeat("here")).isEqualTo(4);
        assertThat(stage.broker.heartbeat("unheard of")).isEqualTo(4);
        assertThat(otherBrokers.heartbeats).containsExactly("here");
    }

    @Test
    void requestSendsAHeartbeatToOtherBrokers() {
        Stage stage = stage(false);
        stage.submit(Stage.asking("hello?").tenant("here"));
        stage.submit("of no game");

        assertThat(otherBrokers.heartbeats).containsExactly("here");
    }

    @Test
    void gameBeyondTheMaximumSendsNoHeartbeat() {
        Stage stage = stage(false);
        for (int i = 0; i < 10_000; i++) {
            stage.broker.cancel(stage.broker.submit(
                    Stage.asking("hello?").tenant("game-" + i).build(), update -> {}));
        }
        otherBrokers.heartbeats.clear();

        stage.submit(Stage.asking("hello?").tenant("one too many"));
        assertThat(otherBrokers.heartbeats).isEmpty();
    }

    /** 30 requests a minute, one game here and three at others: 8 s between two requests. */
    @Test
    void strictCooldownCountsGamesOfOtherBrokers() {
        Stage stage = stage(true);
        otherBrokers.games = 3;
        stage.submit(Stage.asking("first").tenant("here"));
        stage.advanceSeconds(7);
        Recorder early = stage.submit(Stage.asking("at 7 s").tenant("here"));
        stage.advanceSeconds(1);
        Recorder inTime = stage.submit(Stage.asking("at 8 s").tenant("here"));
        stage.settle();

        assertThat(early.outcome())
                .isEqualTo(new Outcome.Rejected(RejectReason.GAME_COOLDOWN, Duration.ofSeconds(1)));
        assertThat(inTime.heard).containsExactly("started first/model-1");
    }

    private Stage stage(boolean strict) {
        return Stage.ofOne(
                Stage.settings().withPermits(10).withLimits(Limits.perMinute(30)),
                builder -> builder.strictSharing(strict).sharedLimits(otherBrokers));
    }

    /** Other brokers, as this one sees them. */
    private static final class OtherBrokers implements SharedLimits {
        final List<String> heartbeats = new ArrayList<>();
        int games;

        @Override
        public SharedBudget budget(String key, Limits limits) {
            return SharedBudget.UNLIMITED;
        }

        @Override
        public void heartbeat(String game, long now) {
            heartbeats.add(game);
        }

        @Override
        public int activeTenants(int here) {
            return here + games;
        }
    }
}
