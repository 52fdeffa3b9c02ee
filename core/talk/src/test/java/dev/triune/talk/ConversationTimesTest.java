/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ConfigException;
import dev.triune.llm.ConfigSection;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConversationTimesTest {
    private static ConfigSection file(String yaml) {
        return ConfigSection.parse("llm.yaml", yaml, name -> Optional.empty());
    }

    @Test
    void fileSetsTheTimesThatItHas() {
        ConfigSection file = file("talk: {patience: 3m, pause: 10s}\n");
        ConversationConfig config = new ConversationConfig().times(file.section("talk"));
        file.throwIfInvalid();

        assertThat(config.patience()).isEqualTo(Duration.ofMinutes(3));
        assertThat(config.pause()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.longest()).isEqualTo(new ConversationConfig().longest());
    }

    @Test
    void mistakesAreReportedWithTheFile() {
        ConfigSection file = file("talk: {patiense: 3m, pause: soon}\n");
        new ConversationConfig().times(file.section("talk"));
        assertThatThrownBy(file::throwIfInvalid)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("talk.patiense: unknown key (did you mean patience?)")
                .hasMessageContaining("talk.pause");
    }
}
