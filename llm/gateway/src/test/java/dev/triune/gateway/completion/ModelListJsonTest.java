/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.ScriptedProvider;
import dev.triune.llm.ProviderSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/models}. */
class ModelListJsonTest {
    private final ScriptedProvider second = new ScriptedProvider();
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            builder -> builder.provider(
                    ProviderSettings.of("second", "maker/model-2").withModels("model-3", "model-1"),
                    second));

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void listsEachModelOnceWithItsProvider() {
        assertThat(stage.get("/v1/models").body()).isEqualTo("""
                {"object":"list","data":[\
                {"id":"model-1","object":"model","created":1735927792,"owned_by":"first"},\
                {"id":"maker/model-2","object":"model","created":1735927792,"owned_by":"second"},\
                {"id":"model-3","object":"model","created":1735927792,"owned_by":"second"}]}""");
    }

    @Test
    void listsOnlyModelsThatProvidersOffer() {
        second.models = CompletableFuture.completedFuture(List.of("maker/model-2", "model-9"));
        stage.model.models =
                CompletableFuture.completedFuture(List.of("model-1:latest", "model-4"));

        assertThat(listed())
                .containsExactly("model-1", "model-1:latest", "model-4", "maker/model-2");
        assertThat(stage.get("/v1/models/model-3").status()).isEqualTo(404);

        stage.model.models = CompletableFuture.failedFuture(new IOException("no answer"));
        second.models = CompletableFuture.failedFuture(new IOException("no answer"));
        assertThat(listed()).as("list cached for five minutes").hasSize(4);
        stage.clock.advance(Duration.ofMinutes(5));
        assertThat(listed()).containsExactly("model-1", "maker/model-2", "model-3");
    }

    private Stream<String> listed() {
        return stage.get("/v1/models")
                .json()
                .at("/data")
                .valueStream()
                .map(model -> model.path("id").stringValue());
    }

    @Test
    void findsAModelByItsName() {
        assertThat(stage.get("/v1/models/maker/model-2").body()).isEqualTo("""
                {"id":"maker/model-2","object":"model","created":1735927792,"owned_by":"second"}""");
        assertThat(stage.get("/v1/models/maker%2Fmodel-2").json().at("/id").stringValue())
                .as("escaped as the official clients do")
                .isEqualTo("maker/model-2");
        assertThat(stage.get("/v1/models/model-4").status()).isEqualTo(404);
        assertThat(stage.get("/v1/models/model-4").json().at("/error/code").stringValue())
                .isEqualTo("model_not_found");
    }
}
