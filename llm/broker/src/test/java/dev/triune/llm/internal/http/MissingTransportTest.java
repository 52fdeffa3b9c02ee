/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import org.junit.jupiter.api.Test;

/** A client of another artifact, which is not there. */
class MissingTransportTest {
    @Test
    void missingArtifactIsNamed() {
        HttpProvider.Builder builder =
                HttpProvider.openAi("http://localhost/v1").transport(HttpTransport.JETTY);
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("transport JETTY without its artifact (add"
                        + " dev.triune:triune-gateway to the class path)");
    }
}
