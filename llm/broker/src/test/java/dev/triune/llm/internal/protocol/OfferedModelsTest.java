/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of models that servers of all families were observed to send. */
final class OfferedModelsTest {
    private static List<String> read(String body) {
        return OfferedModels.read(body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            OpenAI                ; {"object":"list","data":[{"id":"a"},{"id":"b"}]} ; a b
            Together, One API     ; [{"id":"a","object":"model"},{"id":"b"}]         ; a b
            Gemini                ; {"models":[{"name":"models/a"},{"name":"b"}]}    ; a b
            Ollama                ; {"models":[{"name":"a:4b","model":"a:4b"}]}      ; a:4b
            Ollama, only model    ; {"models":[{"model":"a:4b"}]}                    ; a:4b
            texts                 ; {"data":["a","b"]}                               ; a b
            texts as models       ; {"models":["a","b"]}                             ; a b
            a list of texts       ; ["a","b"]                                        ; a b
            models that are null  ; {"models":null,"data":[{"id":"a"}]}              ; a
            models that are empty ; {"models":[],"data":[{"id":"a"}]}                ; a
            data that is null     ; {"object":"list","data":null}                    ; ``
            an id that is null    ; {"data":[{"id":null,"name":"a"}]}                ; a
            an empty id           ; {"data":[{"id":""},{"id":"a"}]}                  ; a
            an id twice           ; {"data":[{"id":"a"},{"id":"a"}]}                 ; a
            a list in the data    ; {"data":{"models":[{"id":"a"}]}}                 ; a
            one without a list    ; {"data":{"id":"a"}}                              ; a
            llama.cpp             ; {"data":[{"id":"a","owned_by":"llamacpp"}]}      ; ``
            """)
    void namesAreRead(String server, String body, String names) {
        assertThat(read(body))
                .isEqualTo(names.isEmpty() ? List.of() : Arrays.asList(names.split(" ")));
    }

    @Test
    void otherThanJsonIsRefused() {
        assertThatThrownBy(() -> read("<html>")).isInstanceOf(IllegalArgumentException.class);
    }
}
