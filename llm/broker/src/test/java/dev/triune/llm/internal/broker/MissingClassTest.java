/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A class that is missing or too old is our fault: the outcome names it, and no breaker opens. */
class MissingClassTest {
    private static final int CALLS = 50;
    private static final String CLASS = "com/fasterxml/jackson/annotation/JsonFormat$Value";

    private final VirtualTime time = new VirtualTime();
    private final List<Outcome> ends = new ArrayList<>();
    private int called;

    private void ask(Provider provider, boolean decoderFails) {
        Broker broker = new BrokerBuilder()
                .provider(ProviderSettings.of("server", "model"), (call, sink) -> {
                    called++;
                    return provider.start(call, sink);
                })
                .ticker(time)
                .build();
        Request<String> request = Request.<String>plan("model", (part, out) -> {
                    if (decoderFails) {
                        throw new NoClassDefFoundError(CLASS);
                    }
                })
                .prompt(() -> Prompt.of("hello?"))
                .build();
        for (int i = 0; i < CALLS; i++) {
            broker.submit(request, update -> {
                if (update instanceof Update.Ended<String> ended) {
                    ends.add(ended.outcome());
                }
            });
            for (int turn = 0; turn < 10; turn++) {
                broker.doWork();
                time.advance(Duration.ofMillis(500));
            }
        }
        broker.close();
        assertThat(called).as("no breaker kept a call away").isGreaterThanOrEqualTo(CALLS);
    }

    @Test
    void bomManagesTheAnnotationsVersionUsedByTheseTests() throws IOException {
        String version = JsonFormat.class.getPackage().getImplementationVersion();
        assertThat(Files.readString(Path.of("../bom/pom.xml")))
                .contains("<artifactId>jackson-annotations</artifactId>\n        <version>"
                        + version + "</version>");
    }

    private void assertEnds(FailureCode code, String message) {
        assertThat(ends)
                .hasSize(CALLS)
                .allSatisfy(end -> assertThat(end)
                        .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                            assertThat(failed.code()).isEqualTo(code);
                            assertThat(failed.message()).isEqualTo(message);
                        }));
    }

    @Test
    void reportsClassMissingInTheDecoder() {
        ask(
                (call, sink) -> {
                    sink.text("{\"speaking\":\"Hello\"}");
                    sink.complete(FinishReason.STOP, Usage.NONE);
                    return () -> {};
                },
                true);
        assertEnds(
                FailureCode.UNREADABLE_ANSWER,
                "the decoder failed with java.lang.NoClassDefFoundError: " + CLASS
                        + " (check the versions of the libraries on the class path)");
    }

    @Test
    void reportsMethodMissingInTheProvider() {
        ask(
                (call, sink) -> {
                    throw new NoSuchMethodError("'" + CLASS + ".empty()'");
                },
                false);
        assertEnds(
                FailureCode.BAD_REQUEST,
                "provider server threw java.lang.NoSuchMethodError: '" + CLASS + ".empty()'"
                        + " (check the versions of the libraries on the class path)");
    }
}
