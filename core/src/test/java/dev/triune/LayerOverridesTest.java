/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ConfigException;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section of the layers in a configuration file. */
class LayerOverridesTest {
    private static Map<String, LayerOverrides> read(String yaml) {
        ConfigSection file = ConfigSection.parse("llm.yaml", yaml, name -> Optional.empty());
        Map<String, LayerOverrides> layers = LayerOverrides.read(file.section("layers"));
        file.throwIfInvalid();
        return layers;
    }

    @Test
    void whatTheFileNamesIsChanged() {
        assertThat(read("""
                        layers:
                          talker: {cooldown: 5s, model: gpt-oss-120b, priority: high}
                          executor: {priority: 4}
                        """))
                .isEqualTo(Map.of(
                        "talker",
                        new LayerOverrides(
                                Optional.of(Duration.ofSeconds(5)),
                                Optional.of("gpt-oss-120b"),
                                Optional.of(Priority.HIGH)),
                        "executor",
                        new LayerOverrides(
                                Optional.empty(), Optional.empty(), Optional.of(Priority.of(4)))));
        assertThat(read("queue: {}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cooldown: 5 | cooldown: \"5\" has no unit (expected a duration such as 250ms, 5s,"
                        + " 2m or 1h)",
                "priority: 11 | priority: \"11\" is out of range (expected 1 to 10)",
                "priority: hgih | priority: \"hgih\" is not a whole number (expected 1 to 10)",
                "priorty: 1 | priorty: unknown key (did you mean priority?)",
                "0: 1 | 0: unknown key (expected one of cooldown, model, priority)"
            })
    void aMistakeIsToldWithItsLine(String line, String problem) {
        assertThatThrownBy(() -> read("layers: {talker: {" + line + "}}"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:1: layers.talker." + problem);
    }
}
