/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import org.junit.jupiter.api.Test;

class EmergencyFallbackTest {
    private final FakeProvider small = new FakeProvider();
    private final FakeProvider large = new FakeProvider();
    private final Stage stage = Stage.of(builder -> builder.provider(
                    ProviderSettings.of("small", "model-1")
                            .withPermits(20)
                            .withLimits(Limits.perMinute(1))
                            .withFallback("large"),
                    small)
            .provider(
                    ProviderSettings.of("large", "model-2")
                            .withPermits(40)
                            .withLimits(Limits.perMinute(30))
                            .withFallback(),
                    large));

    @Test
    void rateLimitedCriticalRequestOvertakesTheQueueOfItsFallback() {
        for (int i = 0; i < 40; i++) {
            stage.submit(Stage.asking("model-2", "backlog"));
        }
        stage.settle();
        stage.submit(Stage.asking("the only call of this minute"));
        stage.settle();
        Recorder calm = stage.submit(Stage.asking("calm"));
        Recorder urgent = stage.submit(Stage.asking("urgent").priority(Priority.CRITICAL));
        stage.settle();

        assertThat(calm.heard).isEmpty();
        assertThat(urgent.heard).containsExactly("started large/model-2");
    }
}
