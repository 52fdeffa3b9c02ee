/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats.ModelStats;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Usage;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the answers of each model cost. */
class CostTest {
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-1", TokenPrices.of("2", "0.5", "10")), TokenPrices.of("0", "0", "0"));

    @Test
    void answersCostThePricesOfTheCatalog() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> builder.prices(PRICES));
        for (String model : new String[] {"model-1", "model-1", "model-2"}) {
            stage.submit(Stage.asking(model, "hello?"));
            stage.settle();
            (model.equals("model-1") ? stage.first : stage.second)
                    .last()
                    .complete(new Usage(100_000, 20_000, 0, 50_000));
            stage.settle();
        }

        assertThat(model(stage, "model-1").cost())
                .as("twice 0.2 + 0.01 + 0.5 USD")
                .isEqualByComparingTo("1.42");
        assertThat(model(stage, "model-2").cost()).isZero();
    }

    private static ModelStats model(Stage stage, String name) {
        return Objects.requireNonNull(stage.broker.stats().models().get(name), name);
    }
}
