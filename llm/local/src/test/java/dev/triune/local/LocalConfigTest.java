/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Request;
import dev.triune.testsupport.TinyGguf;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The family {@code local} in a configuration file, discovered by the broker. */
class LocalConfigTest {
    private static BrokerConfig parse(String settings) {
        return BrokerConfig.parse(
                "llm.yaml",
                "providers:\n  pocket: {family: local, " + settings + "}\n",
                key -> Optional.empty());
    }

    @Test
    void configuredModelAnswers() throws Exception {
        Path file = TinyGguf.write(Path.of("target", "config.gguf"), 5);
        BrokerConfig config = parse("file: " + file + ", context: 512, slots: 1, threads: 1");
        assertThat(config.providers().get(0).permits()).isOne();
        try (BrokerThread broker = config.openOnThread()) {
            Request<String> request =
                    Request.text("").prompt("Name a tree.").maxTokens(8).build();
            assertThat(broker.ask(request).handle((text, limit) -> limit).get())
                    .hasMessageContaining("length");
        }
    }

    /** As in a mod whose class loader has all of Triune, on a thread of the game. */
    @Test
    void isFoundWhateverTheContextClassLoader() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(parse("file: any.gguf").providers()).hasSize(1);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void missingModelFileFailsToOpenWithOneLine() {
        BrokerConfig config = parse("file: none.gguf");
        assertThatThrownBy(config::open)
                .isInstanceOf(ConfigException.class)
                .hasMessage("none.gguf: there is no such file (expected a language model in GGUF);"
                        + " paths that are not absolute begin at "
                        + Path.of("").toAbsolutePath());
    }

    @Test
    void serverIsConfiguredWithItsFamily() {
        BrokerConfig config = BrokerConfig.parse(
                "llm.yaml",
                "providers:\n  pocket: {family: llama-server, server: none, file: any.gguf,"
                        + " permits: 4, args: --flash-attn on}\n",
                key -> Optional.empty());
        assertThat(config.providers().get(0).permits()).isEqualTo(4);
        assertThatThrownBy(config::open)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("none: there is no such file (expected the program"
                        + " llama-server, or a folder with one in ");
    }

    @Test
    void serverWithoutItsProgramIsReportedWithItsLine() {
        assertThatThrownBy(() -> BrokerConfig.parse(
                        "llm.yaml",
                        "providers:\n  pocket: {family: llama-server, file: any.gguf}\n",
                        key -> Optional.empty()))
                .hasMessage("llm.yaml:2: providers.pocket: has no server (expected the program"
                        + " llama-server, or a folder with it)");
    }

    @Test
    void invalidSettingIsReportedWithItsLine() {
        assertThatThrownBy(() -> parse("slots: 4"))
                .hasMessage("llm.yaml:2: providers.pocket: has no file (expected that of a model in"
                        + " GGUF)");
        assertThatThrownBy(() -> parse("file: a.gguf, slots: 99"))
                .hasMessage("llm.yaml:2: providers.pocket: slots 99 (expected 1 to 64)");
        assertThatThrownBy(() -> parse("file: a.gguf, url: http://localhost"))
                .hasMessageContaining("llm.yaml:2: providers.pocket.url: unknown key");
    }
}
