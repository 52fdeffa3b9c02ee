/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Places of games in full queues, and cleanup after games that are gone. */
class TenantsInFullQueuesTest {
    // ---- pushing out

    @Test
    void gameWithOneMoreRequestKeepsItsPlaces() {
        Stage stage = full(3);
        Recorder a1 = ask(stage, "a", Priority.MEDIUM);
        Recorder a2 = ask(stage, "a", Priority.MEDIUM);
        ask(stage, "b", Priority.MEDIUM);
        Recorder newcomer = ask(stage, "b", Priority.MEDIUM);
        stage.settle();

        assertThat(reasonOf(newcomer)).isEqualTo(RejectReason.QUEUE_FULL);
        assertThat(List.of(a1, a2)).noneMatch(Recorder::over);
    }

    @Test
    void gameWithTwoMoreRequestsLosesItsLeastUrgent() {
        Stage stage = full(3);
        Recorder a1 = ask(stage, "a", Priority.LOW);
        ask(stage, "a", Priority.MEDIUM);
        ask(stage, "b", Priority.BACKGROUND);
        Recorder newcomer = ask(stage, "c", Priority.BACKGROUND);
        stage.settle();

        assertThat(reasonOf(a1)).isEqualTo(RejectReason.PUSHED_OUT);
        assertThat(newcomer.over()).isFalse();
    }

    @Test
    void amongLargestGamesTheOlderQueueLosesARequest() {
        Stage stage = full(4);
        Recorder a = ask(stage, "a", Priority.MEDIUM);
        ask(stage, "a", Priority.HIGH);
        Recorder b = ask(stage, "b", Priority.LOW);
        ask(stage, "b", Priority.HIGH);
        ask(stage, "c", Priority.LOW);
        stage.settle();

        assertThat(reasonOf(a)).isEqualTo(RejectReason.PUSHED_OUT);
        assertThat(b.over()).isFalse();
    }

    @Test
    void amongEqualGamesTheLeastUrgentRequestIsPushedOut() {
        for (int place = 0; place < 3; place++) {
            Stage stage = full(3);
            List<Recorder> waiting = new ArrayList<>();
            for (int game = 0; game < 3; game++) {
                waiting.add(
                        ask(stage, "game-" + game, game == place ? Priority.LOW : Priority.MEDIUM));
            }
            ask(stage, "game-0", Priority.HIGH);
            stage.settle();

            assertThat(reasonOf(waiting.get(place))).isEqualTo(RejectReason.PUSHED_OUT);
            assertThat(waiting).filteredOn(Recorder::over).hasSize(1);
        }
    }

    @Test
    void ageingCountsFromSubmission() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        stage.advanceSeconds(100);
        stage.holdThePermit();
        Recorder waiting = stage.submit("waiting", Priority.LOW);
        stage.submit("newcomer", Priority.MEDIUM);
        stage.settle();

        assertThat(reasonOf(waiting)).isEqualTo(RejectReason.PUSHED_OUT);
    }

    @Test
    void supersedesAgedRequestOfTheAgentInFullQueue() {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        stage.holdThePermit();
        Recorder aged = stage.submit(Stage.asking("aged").agent("guard").priority(Priority.LOW));
        stage.advanceSeconds(50);
        Recorder newcomer =
                stage.submit(Stage.asking("newcomer").agent("guard").priority(Priority.MEDIUM));
        stage.settle();

        assertThat(aged.outcome()).isEqualTo(new Outcome.Superseded());
        assertThat(newcomer.over()).isFalse();
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);
    }

    @Test
    void requestWaitingElsewhereMakesNoRoomInFullQueue() {
        Stage stage = Stage.ofTwo(Stage.settings().withQueueLimit(1), builder -> {});
        stage.holdThePermit();
        stage.submit(Stage.asking("model-2", "holds the other"));
        stage.submit("fills the queue", Priority.CRITICAL);
        Recorder live =
                stage.submit(Stage.asking("model-2", "live").agent("guard").priority(Priority.LOW));
        Recorder newcomer =
                stage.submit(Stage.asking("newcomer").agent("guard").priority(Priority.MEDIUM));
        stage.settle();

        assertThat(reasonOf(newcomer)).isEqualTo(RejectReason.QUEUE_FULL);
        assertThat(live.over()).isFalse();
    }

    @Test
    void requestCancelledWhileSupersedingAnotherDoesNotWait() {
        List<Stage> stages = new ArrayList<>();
        Stage stage = Stage.ofOne(new BrokerListener() {
            @Override
            public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
                stages.get(0).broker.cancel(new Ticket(2));
            }
        });
        stages.add(stage);
        stage.submit(Stage.asking("live").agent("guard").priority(Priority.LOW));
        stage.settle();
        Recorder newcomer = stage.submit(
                Stage.asking("newcomer").agent("guard").priority(Priority.HIGH).interrupting(true));
        assertThat(stage.broker.stats().queue().waiting()).isZero();
        stage.settle();

        assertThat(newcomer.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(stage.first.calls).hasSize(1);
    }

    // ---- one shared queue

    @Test
    void sharedQueueLimitAppliesToAllProvidersTogether() {
        FakeProvider one = new FakeProvider();
        FakeProvider two = new FakeProvider();
        Stage stage = Stage.of(builder -> builder.queuePerProvider(false)
                .provider(ProviderSettings.of("one", "model-1").withQueueLimit(2), one)
                .provider(ProviderSettings.of("two", "model-2").withQueueLimit(2), two));
        stage.submit(Stage.asking("model-1", "holds one"));
        stage.submit(Stage.asking("model-2", "holds two"));
        stage.settle();
        Recorder first = stage.submit(Stage.asking("model-1", "waits"));
        Recorder second = stage.submit(Stage.asking("model-2", "waits"));
        Recorder third = stage.submit(Stage.asking("model-2", "too many"));
        stage.settle();

        assertThat(reasonOf(third)).isEqualTo(RejectReason.QUEUE_FULL);
        assertThat(List.of(first, second)).noneMatch(Recorder::over);
    }

    @Test
    void separateQueueLimitsApplyPerProvider() {
        Stage stage = Stage.of(builder -> builder.provider(
                        ProviderSettings.of("one", "model-1").withQueueLimit(1), new FakeProvider())
                .provider(
                        ProviderSettings.of("two", "model-2").withQueueLimit(1),
                        new FakeProvider()));
        List<Recorder> taken = new ArrayList<>();
        for (String model : List.of("model-1", "model-2")) {
            taken.add(stage.submit(Stage.asking(model, "holds the permit")));
            stage.settle();
            taken.add(stage.submit(Stage.asking(model, "waits")));
        }
        stage.settle();

        assertThat(taken).noneMatch(Recorder::over);
    }

    // ---- games

    @Test
    void gameShareIncludesAllKeysOfTheProvider() {
        Stage stage = Stage.of(builder -> builder.provider(
                Stage.settings().withLimits(Limits.perMinute(30)),
                new FakeProvider(),
                new FakeProvider()));

        var cooldown = stage.broker.cooldown(Stage.asking("next").tenant("game").build());
        assertThat(cooldown.sharePerMinute()).isEqualTo(60);
    }

    @Test
    void forgottenGameLeavesNoShare() {
        BrokerBuilder builder = new BrokerBuilder().heartbeatTimeout(Duration.ofSeconds(30));
        builder.provider(Stage.settings(), new FakeProvider());
        SingleOwnerBroker broker = (SingleOwnerBroker) builder.build();
        broker.share.charge("a", 1_000);
        broker.share.charge("b", 10);

        broker.tenants.forget("a");

        assertThat(broker.share.tenants()).isEqualTo(1);
    }

    @Test
    void strictSharingForgetsCooldownOfASilentGame() {
        Stage stage = Stage.ofOne(
                Stage.settings().withLimits(Limits.perMinute(1)).withPermits(9),
                builder -> builder.strictSharing(true).heartbeatTimeout(Duration.ofSeconds(30)));
        ask(stage, "game", Priority.MEDIUM);
        stage.settle();
        stage.first.last().complete();
        stage.advanceSeconds(20);
        Recorder early = ask(stage, "game", Priority.MEDIUM);
        stage.advanceSeconds(31);
        Recorder back = ask(stage, "game", Priority.MEDIUM);
        stage.settle();

        assertThat(reasonOf(early)).isEqualTo(RejectReason.GAME_COOLDOWN);
        assertThat(back.over()).isFalse();
    }

    @Test
    void strictSharingUsesOneCooldownPerCustomEndpoint() {
        Stage stage = Stage.ofOne(
                Stage.settings(),
                builder -> builder.strictSharing(true).endpoints(new Endpoints()));
        Endpoint host = Endpoints.host(1);
        Recorder own = stage.submit(Stage.asking("own").tenant("game"));
        Recorder there = stage.submit(Endpoints.asking(host).tenant("game"));
        Recorder elsewhere = stage.submit(Endpoints.asking(Endpoints.host(2)).tenant("game"));
        Recorder again = stage.submit(Endpoints.asking(host).tenant("game"));
        stage.settle();

        assertThat(List.of(own, there, elsewhere)).noneMatch(Recorder::over);
        assertThat(reasonOf(again)).isEqualTo(RejectReason.GAME_COOLDOWN);
    }

    private static Stage full(int queueLimit) {
        Stage stage = Stage.ofOne(Stage.settings().withQueueLimit(queueLimit), builder -> {});
        stage.holdThePermit();
        return stage;
    }

    private static Recorder ask(Stage stage, String game, Priority priority) {
        return stage.submit(Stage.asking("hello?").tenant(game).priority(priority));
    }

    private static RejectReason reasonOf(Recorder recorder) {
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Rejected.class);
        return ((Outcome.Rejected) recorder.outcome()).reason();
    }
}
