/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.llm.ProviderSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/models}. */
class ModelListJsonTest {
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            builder -> builder.provider(
                    ProviderSettings.of("second", "maker/model-2").withModels("model-3", "model-1"),
                    new ScriptedProvider()));

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void eachModelIsThereOnceWithTheProviderThatServesIt() {
        assertThat(stage.get("/v1/models").body()).isEqualTo("""
                {"object":"list","data":[\
                {"id":"model-1","object":"model","created":1735927792,"owned_by":"first"},\
                {"id":"maker/model-2","object":"model","created":1735927792,"owned_by":"second"},\
                {"id":"model-3","object":"model","created":1735927792,"owned_by":"second"}]}""");
    }

    @Test
    void aModelIsFoundByItsName() {
        assertThat(stage.get("/v1/models/maker/model-2").body()).isEqualTo("""
                {"id":"maker/model-2","object":"model","created":1735927792,"owned_by":"second"}""");
        assertThat(stage.get("/v1/models/model-4").status()).isEqualTo(404);
        assertThat(stage.get("/v1/models/maker%2Fmodel-2").status()).isEqualTo(400);
    }
}
