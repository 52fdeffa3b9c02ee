/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outcomes of requests that are sent as one batch. */
class BatchAnswersTest {
    private final FakeBatchingProvider gateway = new FakeBatchingProvider();
    private final FakeProvider direct = new FakeProvider();
    private final List<String> sent = new ArrayList<>();
    private final BrokerListener noting = new BrokerListener() {
        @Override
        public void batchSent(String provider, int requests) {
            sent.add(provider + " " + requests);
        }
    };

    // ---- answers

    @Test
    void interleavedAnswersReachTheirOwnRequests() {
        Stage stage = stage(settings());
        Recorder one = stage.submit("one");
        Recorder two = stage.submit("two");
        stage.settle();
        gateway.call("one").text("1a");
        gateway.call("two").text("2a");
        gateway.call("one").text("1b");
        gateway.call("two").complete();
        gateway.call("one").complete();
        stage.settle();

        assertThat(one.heard)
                .containsExactly("started gateway/model-1", "part 1a", "part 1b", "ended ANSWERED");
        assertThat(two.heard)
                .containsExactly("started gateway/model-1", "part 2a", "ended ANSWERED");
    }

    @Test
    void cancellingOneRequestLeavesTheRestOfTheBatch() {
        Stage stage = stage(settings());
        Recorder kept = stage.submit("kept");
        var ticket = stage.submit("dropped", update -> {});
        stage.settle();
        stage.broker.cancel(ticket);
        gateway.call("kept").complete();
        stage.settle();

        assertThat(gateway.call("dropped").cancels).isEqualTo(1);
        assertThat(gateway.call("kept").cancels).isZero();
        assertThat(kept.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void oneRequestOfABatchMayFailAlone() {
        Stage stage = stage(settings());
        Recorder good = stage.submit("good");
        Recorder bad = stage.submit("bad");
        stage.settle();
        gateway.call("bad").fail(FailureCode.BAD_REQUEST);
        gateway.call("good").complete();
        stage.settle();

        assertThat(bad.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(good.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void exceptionOnBatchSendsAllItsRequestsToTheFallback() {
        Stage stage = withFallback(settings());
        gateway.onBatch = batch -> {
            throw new IllegalStateException("scripted");
        };
        Recorder one = stage.submit("one");
        Recorder two = stage.submit("two");
        stage.settle();
        assertThat(Stage.questions(direct)).containsExactly("one", "two");

        direct.calls.forEach(FakeProvider.Call::complete);
        stage.settle();
        assertThat(one.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(two.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void requestsTheProviderDidNotStartGoToTheFallback() {
        gateway.forgetsAllButTheFirst = true;
        Stage stage = Stage.of(builder -> builder.provider(
                        settings().withFallback("direct"), gateway)
                .provider(ProviderSettings.of("direct", "model-2").withPermits(10), direct));
        stage.submit("one");
        stage.submit("two");
        stage.settle();

        assertThat(Stage.questions(direct)).contains("two");
    }

    // ---- other ways out

    @Test
    void requestsUseFreeFallbackWhileGatewayCools() {
        Stage stage = withFallback(settings());
        stage.submit("refused");
        stage.settle();
        gateway.call("refused").rateLimited(30);
        stage.settle();
        stage.submit("later");
        stage.settle();

        assertThat(Stage.questions(direct)).containsExactly("refused", "later");
    }

    @Test
    void requestsUseFallbackWhenGatewayKeyIsDisabled() {
        Stage stage = withFallback(settings().withPermits(1));
        stage.submit("first");
        stage.settle();
        stage.submit("waits");
        stage.settle();
        gateway.call("first").fail(FailureCode.AUTHENTICATION);
        stage.settle();

        assertThat(Stage.questions(direct)).containsExactly("first", "waits");
    }

    @Test
    void waitingRequestsFailWhenGatewayKeyIsDisabledWithoutFallback() {
        Stage stage = stage(settings().withPermits(1));
        stage.submit("first");
        stage.settle();
        Recorder waits = stage.submit("waits");
        stage.settle();
        gateway.call("first").fail(FailureCode.AUTHENTICATION);
        stage.settle();

        assertThat(waits.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
    }

    @Test
    void overflowToGatewayAlsoCostsCredits() {
        Stage stage = Stage.of(builder -> builder.provider(
                        ProviderSettings.of("direct", "model-1")
                                .withLimits(Limits.perMinute(1))
                                .withFallback("gateway"),
                        direct)
                .provider(settings().withBatching(new Batching(10, 1, 1)), gateway));
        submit(stage, 3);
        stage.settle();

        assertThat(Stage.questions(direct)).containsExactly("0");
        assertThat(gateway.singles()).as("one credit").containsExactly("1");
        stage.advanceSeconds(1);
        assertThat(gateway.singles()).as("one more").containsExactly("1", "2");
    }

    @Test
    void providerWithoutBatchSupportGetsSingleCalls() {
        Stage stage = Stage.of(builder -> builder.provider(settings(), direct));
        Recorder one = stage.submit("one");
        stage.submit("two");
        stage.settle();
        direct.calls.get(0).complete(new Usage(1, 0, 0, 1));
        stage.settle();

        assertThat(Stage.questions(direct)).containsExactly("one", "two");
        assertThat(one.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void batchingIsOffWithoutTheSetting() {
        Stage stage = stage(ProviderSettings.of("gateway", "model-1").withPermits(5));
        submit(stage, 2);
        stage.settle();

        assertThat(gateway.singles()).containsExactly("0", "1");
        assertThat(sent).isEmpty();
    }

    // ---- fixtures

    private static ProviderSettings settings() {
        return ProviderSettings.of("gateway", "model-1")
                .withPermits(50)
                .withBatching(Batching.DEFAULT);
    }

    private Stage stage(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, gateway), noting);
    }

    private Stage withFallback(ProviderSettings settings) {
        return Stage.of(
                builder -> builder.provider(settings.withFallback("direct"), gateway)
                        .provider(ProviderSettings.of("direct", "model-2").withPermits(10), direct),
                noting);
    }

    private static void submit(Stage stage, int requests) {
        for (int i = 0; i < requests; i++) {
            stage.submit(String.valueOf(i));
        }
    }
}
