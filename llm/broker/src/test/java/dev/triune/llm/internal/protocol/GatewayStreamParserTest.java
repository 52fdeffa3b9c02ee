/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gateway events and replies without any value; found by fuzzing. */
class GatewayStreamParserTest {
    private final List<GatewayMessage> events = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"data\n\n", "data:\n\n", "data:  \n\n", "event: error\ndata\n\n"})
    void eventWithoutAValueIsNotJson(String blank) {
        GatewayStreamParser stream = new GatewayStreamParser(Long.MAX_VALUE, events::add);
        byte[] bytes = blank.getBytes(StandardCharsets.UTF_8);
        assertThat(stream.feed(bytes, 0, bytes.length)).contains("an event is not JSON");
        assertThat(events).isEmpty();
    }

    @Test
    void blankRepliesAndErrorsAreIgnored() {
        for (String blank : List.of("", " ", "\n")) {
            assertThat(GatewayMessage.body(blank).activeGames()).isZero();
            assertThat(GatewayMessage.body(blank).error()).isEmpty();
        }
    }
}
