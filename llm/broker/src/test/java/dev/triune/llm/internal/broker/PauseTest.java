/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Providers that report a cooldown of their own. */
class PauseTest {
    private final FakeProvider calls = new FakeProvider();
    private Duration pause = Duration.ZERO;

    private final Stage stage = Stage.of(builder -> builder.provider(
                    ProviderSettings.of("shy", "model-1").withPermits(4), new Shy())
            .provider(ProviderSettings.of("other", "model-2").withPermits(4), new FakeProvider()));

    @Test
    void providerInCooldownReceivesNoCalls() {
        pause = Duration.ofSeconds(3);
        stage.submit("hello?");
        stage.settle();
        assertThat(calls.calls).isEmpty();
        assertThat(stage.stats("shy").cooldown()).isEqualTo(pause);
        assertThat(stage.stats("shy").waiting()).isEqualTo(1);

        pause = Duration.ZERO;
        stage.settle();
        assertThat(calls.calls).hasSize(1);
    }

    @Test
    void requestsUseAFreeFallbackDuringCooldown() {
        FakeProvider free = new FakeProvider();
        Stage two = Stage.of(builder -> builder.provider(
                        ProviderSettings.of("shy", "model-1").withFallback("free"), new Shy())
                .provider(ProviderSettings.of("free", "model-2"), free));
        pause = Duration.ofSeconds(3);
        two.submit("hello?");
        two.settle();

        assertThat(Stage.questions(free)).containsExactly("hello?");
    }

    private final class Shy implements Provider {
        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            return calls.start(call, sink);
        }

        @Override
        public Duration cooldown() {
            return pause;
        }
    }
}
