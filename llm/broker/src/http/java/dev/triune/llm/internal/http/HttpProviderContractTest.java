/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.Stage;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract, for each transport and protocol and however the network cuts the answers. */
@ParameterizedClass(name = "{0} over {2} in pieces of {1} bytes")
@MethodSource("stages")
final class HttpProviderContractTest extends ProviderContract {
    private final Script script;
    private final int chunkBytes;
    private final HttpTransport transport;

    HttpProviderContractTest(Script script, int chunkBytes, HttpTransport transport) {
        this.script = script;
        this.chunkBytes = chunkBytes;
        this.transport = transport;
    }

    static Stream<Arguments> stages() {
        return Transports.tested()
                .flatMap(transport -> Arrays.stream(Script.values())
                        .flatMap(script -> pieces(transport)
                                .mapToObj(bytes -> Arguments.of(script, bytes, transport))));
    }

    private static IntStream pieces(HttpTransport transport) {
        if (Thorough.all()) {
            return IntStream.of(1, 3, 100, 0);
        }
        return transport == HttpTransport.OKHTTP ? IntStream.of(1, 0) : IntStream.of(3, 100);
    }

    @Override
    protected Stage newStage() throws IOException {
        return new HttpStage(script, chunkBytes, transport);
    }
}
