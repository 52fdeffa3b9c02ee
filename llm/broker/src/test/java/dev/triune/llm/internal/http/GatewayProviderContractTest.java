/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.Stage;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, alone and in batches, however the network cuts the answers. */
@ParameterizedClass(name = "in batches: {0}, in pieces of {1} bytes")
@MethodSource("stages")
final class GatewayProviderContractTest extends ProviderContract {
    private final boolean batches;
    private final int chunkBytes;

    GatewayProviderContractTest(boolean batches, int chunkBytes) {
        this.batches = batches;
        this.chunkBytes = chunkBytes;
    }

    static Stream<Arguments> stages() {
        return Stream.of(false, true)
                .flatMap(batches -> IntStream.of(1, 3, 100, 0)
                        .mapToObj(chunkBytes -> Arguments.of(batches, chunkBytes)));
    }

    @Override
    protected Stage newStage() throws IOException {
        return new GatewayStage(batches, chunkBytes);
    }
}
