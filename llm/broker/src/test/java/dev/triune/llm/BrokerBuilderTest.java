/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.internal.broker.FakeProvider;
import dev.triune.llm.internal.broker.Recorder;
import dev.triune.llm.internal.broker.Stage;
import dev.triune.llm.provider.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerBuilderTest {
    private final BrokerBuilder builder = new BrokerBuilder();

    @Test
    void buildFailsWithoutAProvider() {
        assertThatIllegalStateException()
                .isThrownBy(builder::build)
                .withMessageContaining("provider");
    }

    @Test
    void rejectsTwoProvidersWithTheSameName() {
        builder.provider(ProviderSettings.of("a", "m"), new FakeProvider());

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> builder.provider(ProviderSettings.of("a", "n"), new FakeProvider()))
                .withMessageContaining("named a");
    }

    @Test
    void eachApiKeyAddsItsOwnRateLimit() {
        builder.provider(
                        ProviderSettings.of("a", "m").withLimits(Limits.perMinute(30)),
                        new FakeProvider(),
                        new FakeProvider())
                .provider(ProviderSettings.of("unlimited", "n"), new FakeProvider());

        assertThat(builder.requestsPerSecond()).containsExactly(Map.entry("a", 1.0));
        assertThat(builder.providerNames()).containsExactly("a", "unlimited");
    }

    @Test
    void everyApiKeyOfEveryProviderIsWrappedOnce() {
        List<Provider> wrapped = new ArrayList<>();
        FakeProvider first = new FakeProvider();
        FakeProvider second = new FakeProvider();
        FakeProvider third = new FakeProvider();
        builder.provider(ProviderSettings.of("a", "m"), first, second)
                .provider(ProviderSettings.of("b", "n"), third)
                .wrapProviders(provider -> {
                    wrapped.add(provider);
                    return provider;
                });

        assertThat(wrapped).containsExactly(first, second, third);
    }

    @Test
    void settingsKeepEarlierValues() {
        ProviderSettings settings = ProviderSettings.of("a", "m")
                .withPermits(4)
                .withQueueLimit(7)
                .withReserve(0.2)
                .withFallback("b", "c");

        assertThat(settings.name()).isEqualTo("a");
        assertThat(settings.model()).isEqualTo("m");
        assertThat(settings.permits()).isEqualTo(4);
        assertThat(settings.queueLimit()).isEqualTo(7);
        assertThat(settings.reserve()).isEqualTo(0.2);
        assertThat(settings.fallback()).contains(List.of("b", "c"));
    }

    @Test
    void skipsFallbacksThatAreNotConfigured() {
        FakeProvider first = new FakeProvider();
        FakeProvider third = new FakeProvider();
        Broker broker = builder.provider(
                        ProviderSettings.of("a", "model-1").withFallback("missing", "a", "c"),
                        first)
                .provider(ProviderSettings.of("c", "m3"), third)
                .build();
        broker.submit(Stage.request("?"), new Recorder());
        broker.doWork();
        first.last().rateLimited(100);
        broker.doWork();

        assertThat(third.calls).hasSize(1);
        broker.close();
    }
}
