/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.SharingPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Games of several brokers that share what they know of them. */
class SharedTenantsTest {
    private final Elsewhere elsewhere = new Elsewhere();

    @Test
    void aHeartbeatAnswersHowManyGamesAreActiveAtAllBrokers() {
        Stage stage = stage(SharingPolicy.WORK_CONSERVING);
        elsewhere.games = 3;

        stage.submit(Stage.asking("hello?").tenant("here"));
        elsewhere.signs.clear();

        assertThat(stage.broker.heartbeat("here")).isEqualTo(4);
        assertThat(stage.broker.heartbeat("unheard of")).isEqualTo(4);
        assertThat(elsewhere.signs).containsExactly("here");
    }

    @Test
    void aRequestIsASignForOtherBrokersToo() {
        Stage stage = stage(SharingPolicy.WORK_CONSERVING);
        stage.submit(Stage.asking("hello?").tenant("here"));
        stage.submit("of no game");

        assertThat(elsewhere.signs).containsExactly("here");
    }

    @Test
    void aGameForWhichThereIsNoRoomGivesNoSign() {
        Stage stage = stage(SharingPolicy.WORK_CONSERVING);
        for (int i = 0; i < 10_000; i++) {
            stage.broker.cancel(stage.broker.submit(
                    Stage.asking("hello?").tenant("game-" + i).build(), update -> {}));
        }
        elsewhere.signs.clear();

        stage.submit(Stage.asking("hello?").tenant("one too many"));
        assertThat(elsewhere.signs).isEmpty();
    }

    /** 30 requests a minute, one game here and three elsewhere: 8 s between two requests. */
    @Test
    void underStrictSharingGamesOfOtherBrokersCountInTheCooldown() {
        Stage stage = stage(SharingPolicy.STRICT);
        elsewhere.games = 3;
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

    private Stage stage(SharingPolicy sharingPolicy) {
        return Stage.ofOne(
                Stage.settings().withPermits(10).withLimits(Limits.perMinute(30)),
                builder -> builder.sharing(sharingPolicy).sharedLimits(elsewhere));
    }

    /** Other brokers, as this one sees them. */
    private static final class Elsewhere implements SharedLimits {
        final List<String> signs = new ArrayList<>();
        int games;

        @Override
        public SharedBudget budget(String key, Limits limits) {
            return SharedBudget.UNLIMITED;
        }

        @Override
        public void heartbeat(String game, long now) {
            signs.add(game);
        }

        @Override
        public int activeTenants(int here) {
            return here + games;
        }
    }
}
