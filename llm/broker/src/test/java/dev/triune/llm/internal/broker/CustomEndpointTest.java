/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static dev.triune.llm.internal.broker.Endpoints.asking;
import static dev.triune.llm.internal.broker.Endpoints.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests to endpoints that the caller supplies. */
class CustomEndpointTest {
    private static final String OPENAI = "https://api.openai.com/v1";
    private static final String SECRET = "sk-very-secret";

    private final Endpoints endpoints = new Endpoints();
    private final FakeProvider own = new FakeProvider();
    private final List<String> disabledKeys = new ArrayList<>();
    private final Stage stage = Stage.of(
            builder -> builder.provider(ProviderSettings.of("openai", "gpt-4o"), own)
                    .endpoints(endpoints)
                    .callTimeout(Duration.ofDays(1)),
            new BrokerListener() {
                @Override
                public void keyDisabled(String provider, FailureCode why, Duration time) {
                    disabledKeys.add(provider + " " + why);
                }
            });

    @Test
    void sendsCustomRequestToItsEndpointAndModel() {
        Endpoint endpoint = at("https://llm.example/v1");
        Recorder recorder = stage.submit(asking(endpoint));
        stage.settle();
        endpoints.provider(endpoint).last().text("hi").complete();
        stage.settle();

        assertThat(endpoints.provider(endpoint).last().asked.model()).isEqualTo("my-model");
        assertThat(recorder.heard)
                .containsExactly("started llm.example/my-model", "part hi", "ended ANSWERED");
        assertThat(own.calls).isEmpty();
    }

    @Test
    void knownHostSharesQueueAndPermitsOfItsProvider() {
        stage.submit(Stage.asking("gpt-4o", "of the house"));
        stage.settle();
        Endpoint endpoint = at(OPENAI).withKey(SECRET);
        stage.submit(asking(endpoint));
        stage.settle();
        assertThat(endpoints.provider(endpoint).calls).isEmpty();
        assertThat(stage.stats("openai").waiting()).isEqualTo(1);
        assertThat(stage.broker.stats().providers()).hasSize(1);

        own.last().complete();
        stage.settle();
        assertThat(endpoints.provider(endpoint).calls).hasSize(1);
    }

    @Test
    void eachCustomKeyHasItsOwnCooldown() {
        Endpoint one = at(OPENAI).withKey("key-1");
        Endpoint other = at(OPENAI).withKey("key-2");
        stage.submit(asking(one));
        stage.settle();
        endpoints.provider(one).last().rateLimited(30);
        stage.settle();
        stage.submit(asking(other));
        stage.settle();
        endpoints.provider(other).last().complete();
        stage.submit(Stage.asking("gpt-4o", "of the house"));
        stage.settle();

        assertThat(endpoints.provider(other).calls).hasSize(1);
        assertThat(own.calls).as("the house's key does not cool").hasSize(1);
        assertThat(endpoints.provider(one).calls).as("it waits for its key").hasSize(1);
        own.last().complete();
        stage.advanceSeconds(34);
        assertThat(endpoints.provider(one).calls).hasSize(2);
    }

    @Test
    void rejectedCustomKeyDoesNotDisableOtherKeys() {
        Endpoint wrong = at(OPENAI).withKey("no-key-at-all");
        Recorder recorder = stage.submit(asking(wrong));
        stage.settle();
        endpoints.provider(wrong).last().fail(FailureCode.AUTHENTICATION);
        stage.settle();
        Recorder house = stage.submit(Stage.asking("gpt-4o", "of the house"));
        stage.settle();
        own.last().complete();
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(house.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void modelsOfOneKeyShareItsCooldown() {
        Endpoint one = ofModel("small");
        Endpoint other = ofModel("large");
        stage.submit(asking(one).usefulFor(Duration.ofSeconds(1)));
        stage.settle();
        endpoints.provider(one).last().rateLimited(30);
        stage.advanceSeconds(1);
        stage.submit(asking(other));
        stage.advanceSeconds(28);
        assertThat(callsOfAll()).isEqualTo(1);

        stage.advanceSeconds(5);
        assertThat(endpoints.opened).as("one connection").hasSize(1);
        assertThat(endpoints.provider(one).last().asked.model()).isEqualTo("large");
    }

    @Test
    void customRequestNeverFallsBackToConfiguredProviders() {
        Endpoint endpoint = at("https://llm.example");
        Recorder recorder = stage.submit(asking(endpoint));
        stage.settle();
        endpoints.provider(endpoint).last().fail(FailureCode.UNREACHABLE);
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(own.calls).isEmpty();
    }

    @Test
    void unknownHostGetsItsOwnQueueWithOnePermit() {
        Endpoint endpoint = at("https://llm.example:8443/v1");
        stage.submit(asking(endpoint));
        stage.submit(asking(endpoint));
        stage.settle();

        ProviderStats stats = stage.stats("llm.example:8443");
        assertThat(stats.permits()).isEqualTo(1);
        assertThat(stats.inFlight()).isEqualTo(1);
        assertThat(stats.waiting()).isEqualTo(1);
        assertThat(endpoints.provider(endpoint).calls).hasSize(1);
        assertThat(endpoints.opened).as("opened once").hasSize(1);
    }

    @Test
    void knownHostUsesDefaultSettingsOfItsProvider() {
        Endpoint endpoint = at("http://localhost:11434");
        for (int i = 0; i < 5; i++) {
            stage.submit(asking(endpoint));
        }
        stage.settle();

        assertThat(stage.stats("ollama").inFlight()).isEqualTo(4);
        assertThat(stage.stats("ollama").waiting()).isEqualTo(1);
    }

    @Test
    void differentHeadersCountAsDifferentKeys() {
        Endpoint plain = at("https://llm.example");
        Endpoint withHeader =
                new Endpoint(plain.url(), plain.model(), null, Map.of("X-Team", "blue"));
        stage.submit(asking(plain));
        stage.settle();
        endpoints.provider(plain).last().rateLimited(60);
        stage.settle();
        stage.submit(asking(withHeader));
        stage.settle();

        assertThat(endpoints.provider(withHeader).calls).hasSize(1);
    }

    @Test
    void rejectsCustomRequestWithoutEndpointOpener() {
        Stage plain = Stage.ofOne();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.submit(asking(at("https://llm.example").withKey(SECRET))))
                .withMessageContaining("opens no custom endpoints")
                .hasFieldOrPropertyWithValue(
                        "reason", EndpointRejectedException.Reason.NOT_SUPPORTED)
                .withMessageContaining("llm.example")
                .withMessageNotContaining(SECRET);
        assertThat(plain.broker.stats().requests().submitted()).isZero();
    }

    @Test
    void rejectsRequestWhoseEndpointTheOpenerRefuses() {
        Stage strict = Stage.ofOne(
                Stage.settings(),
                builder -> builder.endpoints(endpoint -> {
                    throw new IllegalArgumentException("host not allowed");
                }));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> strict.submit(asking(at("https://llm.example"))))
                .withMessage("host not allowed");
        strict.settle();
        assertThat(strict.broker.stats().requests().submitted()).isZero();
        assertThat(strict.broker.stats().providers()).hasSize(1);
    }

    @Test
    void closingTheBrokerClosesCustomEndpoints() {
        endpoints.use(stage, at("https://llm.example"));
        stage.broker.close();

        assertThat(endpoints.provider(at("https://llm.example")).closed).isEqualTo(1);
        assertThat(own.closed).isEqualTo(1);
    }

    @Test
    void neverExposesKeysOrHeaders() {
        Endpoint endpoint = new Endpoint(
                URI.create("https://llm.example"),
                "my-model",
                SECRET,
                Map.of("X-Token", "header-secret"));
        Request<String> request = asking(endpoint).build();
        Recorder recorder = new Recorder();
        stage.broker.submit(request, recorder);
        stage.settle();
        endpoints.provider(endpoint).last().fail(FailureCode.AUTHENTICATION);
        stage.settle();
        Recorder second = stage.submit(asking(endpoint));
        stage.settle();

        assertThat(disabledKeys).hasSize(1);
        assertThat(endpoint.toString()
                        + request
                        + stage.broker.stats()
                        + disabledKeys
                        + recorder.outcome()
                        + second.outcome()
                        + recorder.telemetry())
                .doesNotContain(SECRET)
                .doesNotContain("header-secret")
                .contains("llm.example");
    }

    // ---- fixtures

    private int callsOfAll() {
        return endpoints.opened.values().stream()
                .mapToInt(provider -> provider.calls.size())
                .sum();
    }

    private static Endpoint ofModel(String model) {
        return new Endpoint(URI.create("https://llm.example"), model, SECRET, Map.of());
    }
}
