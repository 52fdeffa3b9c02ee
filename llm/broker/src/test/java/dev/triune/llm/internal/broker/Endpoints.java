/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Endpoint;
import dev.triune.llm.Request;
import dev.triune.llm.provider.Provider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Opens a fake provider for each endpoint and keeps it, so that the test can answer its calls. */
final class Endpoints implements Function<Endpoint, Provider> {
    final Map<Endpoint, FakeProvider> opened = new LinkedHashMap<>();

    @Override
    public FakeProvider apply(Endpoint endpoint) {
        FakeProvider provider = new FakeProvider();
        opened.put(endpoint, provider);
        return provider;
    }

    /** The provider last opened there. */
    FakeProvider provider(Endpoint endpoint) {
        return Objects.requireNonNull(opened.get(endpoint), "opened");
    }

    /** Submits a request to the endpoint and answers it. */
    void use(Stage stage, Endpoint endpoint) {
        stage.submit(asking(endpoint));
        stage.settle();
        provider(endpoint).last().complete();
        stage.settle();
    }

    /** One of any number of unknown hosts. */
    static Endpoint host(int number) {
        return at("https://host-" + number + ".example");
    }

    static Endpoint at(String url) {
        return Endpoint.of(url, "my-model");
    }

    static Request.Builder<String> asking(Endpoint endpoint) {
        return Stage.asking("", "hello?").endpoint(endpoint);
    }
}
