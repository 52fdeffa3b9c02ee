/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.Stage;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, for each protocol and however the network cuts the answers. */
@ParameterizedClass(name = "{0} in pieces of {1} bytes")
@MethodSource("stages")
final class HttpProviderContractTest extends ProviderContract {
    private final Script script;
    private final int chunkBytes;

    HttpProviderContractTest(Script script, int chunkBytes) {
        this.script = script;
        this.chunkBytes = chunkBytes;
    }

    static Stream<Arguments> stages() {
        return Arrays.stream(Script.values())
                .flatMap(script -> IntStream.of(1, 3, 100, 0)
                        .mapToObj(chunkBytes -> Arguments.of(script, chunkBytes)));
    }

    @Override
    protected Stage newStage() throws IOException {
        return new HttpStage(script, chunkBytes);
    }
}
