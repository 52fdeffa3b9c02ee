/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static dev.triune.llm.internal.broker.Endpoints.asking;
import static dev.triune.llm.internal.broker.Endpoints.at;
import static dev.triune.llm.internal.broker.Endpoints.host;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Only so many custom endpoints are kept open: which ones are closed, and when. */
class IdleEndpointTest {
    private static final Duration IDLE = ProviderKey.MARK.plusSeconds(1);

    private final Endpoints endpoints = new Endpoints();
    private final Stage stage = Stage.of(
            builder -> builder.provider(ProviderSettings.of("openai", "gpt-4o"), new FakeProvider())
                    .endpoints(endpoints)
                    .callTimeout(Duration.ofDays(1)));

    @Test
    void rejectsNewEndpointWhenSixtyFourAreInUse() {
        fill(0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.submit(asking(at("https://one-too-many.example"))))
                .withMessageContaining("64 custom endpoints are in use")
                .hasFieldOrPropertyWithValue("reason", EndpointRejectedException.Reason.TOO_MANY)
                .withMessageContaining("one-too-many.example");
        assertThat(stage.broker.stats().providers()).hasSize(65);
    }

    @Test
    void closesAnIdleEndpointToMakeRoomForANewOne() {
        fill(0);
        stage.advance(IDLE);
        Endpoint next = at("https://next.example");
        stage.submit(asking(next));
        stage.settle();

        assertThat(endpoints.provider(host(0)).closed).isEqualTo(1);
        assertThat(endpoints.opened.values().stream().filter(provider -> provider.closed > 0))
                .hasSize(1);
        assertThat(endpoints.provider(next).calls).hasSize(1);
        assertThat(stage.broker.stats().providers())
                .hasSize(65)
                .extracting(ProviderStats::name)
                .doesNotContain("host-0.example")
                .contains("next.example");
    }

    @Test
    void closesLeastRecentlyUsedEndpointFirst() {
        fill(0);
        stage.advance(IDLE);
        endpoints.use(stage, host(0));
        stage.advance(IDLE);
        stage.submit(asking(at("https://next.example")));
        stage.settle();

        assertThat(endpoints.provider(host(0)).closed).isZero();
        assertThat(endpoints.provider(host(1)).closed).isEqualTo(1);
    }

    @Test
    void keepsEndpointsWithCallsInFlight() {
        fill(2);
        stage.advance(IDLE);
        stage.submit(asking(at("https://next.example")));
        stage.settle();

        assertThat(endpoints.provider(host(0)).closed).as("in flight").isZero();
        assertThat(endpoints.provider(host(1)).closed).as("in flight").isZero();
        assertThat(endpoints.provider(host(2)).closed).isEqualTo(1);
        endpoints.provider(host(0)).last().text("still here").complete();
        stage.settle();
        assertThat(stage.broker.stats().requests().count(Outcome.Kind.ANSWERED)).isEqualTo(63);
    }

    @Test
    void keepsEndpointWhoseKeyIsCooling() {
        Endpoint cooling = at("https://cooling.example");
        stage.submit(asking(cooling));
        stage.settle();
        endpoints.provider(cooling).last().rateLimited(24 * 3600);
        stage.settle();
        for (int i = 1; i < CustomEndpoints.MAX_ENDPOINTS; i++) {
            endpoints.use(stage, host(i));
        }
        stage.advance(IDLE);
        stage.submit(asking(at("https://next.example")));
        stage.settle();

        assertThat(endpoints.provider(cooling).closed).isZero();
        assertThat(endpoints.provider(host(1)).closed).isEqualTo(1);
    }

    @Test
    void closingOneKeyOfAHostKeepsItsOtherKeys() {
        Endpoint old = at("https://shared.example").withKey("old");
        Endpoint kept = at("https://shared.example").withKey("kept");
        endpoints.use(stage, old);
        for (int i = 1; i < CustomEndpoints.MAX_ENDPOINTS - 1; i++) {
            endpoints.use(stage, host(i));
        }
        endpoints.use(stage, kept);
        stage.advance(IDLE);
        endpoints.use(stage, kept);
        endpoints.use(stage, at("https://next.example"));
        assertThat(endpoints.provider(old).closed).isEqualTo(1);

        stage.submit(asking(kept));
        stage.settle();
        assertThat(endpoints.provider(kept).calls).hasSize(3);
    }

    @Test
    void reopensAClosedEndpointWhenUsedAgain() {
        fill(0);
        stage.advance(IDLE);
        endpoints.use(stage, at("https://next.example"));
        FakeProvider before = endpoints.provider(host(0));
        endpoints.use(stage, host(0));

        assertThat(before.closed).isEqualTo(1);
        assertThat(endpoints.provider(host(0))).isNotSameAs(before);
    }

    /** Uses the maximum number of endpoints; calls to the first {@code busy} stay in flight. */
    private void fill(int busy) {
        for (int i = 0; i < CustomEndpoints.MAX_ENDPOINTS; i++) {
            if (i < busy) {
                stage.submit(asking(host(i)));
                stage.settle();
            } else {
                endpoints.use(stage, host(i));
            }
        }
    }
}
