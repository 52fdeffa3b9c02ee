/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.testsupport.TinyGguf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The library of another artifact runs the model, when the configuration names it. */
class OtherEngineTest {
    /** A library of somebody else, which repeats what it reads. */
    public static final class ParrotLoader implements LocalEngine.Loader {
        @Override
        public String name() {
            return "parrot";
        }

        @Override
        public LocalEngine load(Path gguf, LocalSettings settings) throws IOException {
            if (!Files.exists(gguf)) {
                throw new IOException(gguf + ": checked before");
            }
            return new FakeEngine((what, prompt, wanted, out) ->
                    FakeEngine.write("with " + settings.slots() + " slots", wanted, out));
        }
    }

    private static Path config(Path folder, String engine) throws IOException {
        Path model = TinyGguf.write(folder.resolve("model.gguf"), 3);
        return Files.writeString(
                folder.resolve("llm.yaml"),
                "providers:\n  pocket: {family: local, slots: 3, engine: " + engine + ", file: '"
                        + model + "'}\n");
    }

    @Test
    @Timeout(60)
    void answersWithTheEngineThatTheFileNames(@TempDir Path folder) throws IOException {
        StringBuilder answer = new StringBuilder();
        try (Broker broker =
                BrokerConfig.load(config(folder, "parrot")).builder().build()) {
            Outcome[] end = new Outcome[1];
            broker.submit(Request.text("").prompt("Hello").build(), update -> {
                if (update instanceof Update.Part<String> part) {
                    answer.append(part.value());
                } else if (update instanceof Update.Ended<String> ended) {
                    end[0] = ended.outcome();
                }
            });
            while (end[0] == null) {
                broker.doWork();
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(end[0].kind()).as("%s", end[0]).isEqualTo(Outcome.Kind.ANSWERED);
        }
        assertThat(answer).hasToString("with 3 slots");
    }

    @Test
    void engineThatIsMissingIsNamedWithThoseThatAreThere(@TempDir Path folder) throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalEngine.Loader.find("llamaj"))
                .withMessage(
                        "engine \"llamaj\" (expected one of [llama, parrot]; or add the artifact"
                                + " that has it)");
        Path file = config(folder, "llamaj");
        Assertions.assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> BrokerConfig.load(file).builder().build())
                .withMessageContaining("llm.yaml:2")
                .withMessageContaining("engine \"llamaj\"");
    }
}
