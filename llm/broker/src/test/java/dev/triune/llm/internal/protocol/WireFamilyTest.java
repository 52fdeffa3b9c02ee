/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.internal.protocol.WireFamily.End;
import dev.triune.llm.internal.protocol.WireFamily.Place;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each row of each family's description is what its answers and requests keep to. */
final class WireFamilyTest {
    private static final JsonMapper JSON = new JsonMapper();

    static Stream<Arguments> words() {
        return Arrays.stream(ApiFamily.values())
                .flatMap(family -> Stream.concat(
                                WireFamily.of(family).ends().keySet().stream(),
                                Stream.of("stop", "end_turn", "a_word_of_2031"))
                        .flatMap(word -> Stream.of(
                                word,
                                word.toUpperCase(Locale.ROOT),
                                word.replace('_', '-'),
                                word + ": details"))
                        .distinct()
                        .map(word -> Arguments.of(family, word)));
    }

    @ParameterizedTest
    @MethodSource("words")
    void everyWordForTheEndIsReadAsDescribed(ApiFamily family, String word) {
        End end = WireFamily.of(family).end(word);
        StreamEnd streamEnd = ParsedAnswer.whole(
                        family, stream(family, word).getBytes(StandardCharsets.UTF_8))
                .streamEnd();
        if (end.failed()) {
            assertThat(streamEnd).isInstanceOf(StreamEnd.ErrorReported.class);
        } else if (end.reason() == null) {
            assertThat(streamEnd).isEqualTo(new StreamEnd.CutOff());
        } else {
            FinishReason reason =
                    end.reason() == FinishReason.TOOL_CALLS ? FinishReason.STOP : end.reason();
            assertThat(streamEnd)
                    .isInstanceOfSatisfying(
                            StreamEnd.Complete.class,
                            complete -> assertThat(complete.reason()).isEqualTo(reason));
        }
    }

    private static String stream(ApiFamily family, String word) {
        return switch (family) {
            case OPENAI ->
                "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"" + word
                        + "\"}]}\n\ndata: [DONE]\n\n";
            case ANTHROPIC ->
                "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + word
                        + "\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n";
            case OLLAMA ->
                "{\"message\":{\"content\":\"a\"},\"done\":true,\"done_reason\":\"" + word
                        + "\"}\n";
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyFieldIsWrittenWhereTheFamilyHasIt(ApiFamily family) {
        WireFamily described = WireFamily.of(family);
        described.extras().forEach((field, place) -> {
            ModelCall call = call(ModelOptions.NONE.extraBody(Map.of(field, 1)));
            JsonNode body = body(family, call);
            assertThat(body.has(field)).as(field).isFalse();
            assertThat(body.path("options").has(field)).as(field).isEqualTo(place == Place.OPTIONS);
            assertThat(described.leftOut(call).contains(field))
                    .as(field)
                    .isEqualTo(place == Place.NOWHERE);
        });
        ModelCall other = call(ModelOptions.NONE.extraBody(Map.of("a_field_of_2031", 1)));
        assertThat(body(family, other).has("a_field_of_2031")).isTrue();
        assertThat(described.leftOut(other)).isEmpty();
    }

    private static ModelCall call(ModelOptions options) {
        return new ModelCall("m", Prompt.of(Message.user("Hi")), AnswerFormat.TEXT, 9, 0.7)
                .withOptions(options);
    }

    private static JsonNode body(ApiFamily family, ModelCall call) {
        Dialect dialect = Dialect.forHost("localhost", ServerSettings.DEFAULT);
        return JSON.readTree(new ModelRequest(family, call, dialect).bytes());
    }

    @Test
    void idsOfToolCallsStayApartInAFormThatIsAccepted() {
        long seed = 7;
        Random random = new Random(seed);
        WireFamily anthropic = WireFamily.of(ApiFamily.ANTHROPIC);
        Set<String> ids = new HashSet<>();
        Set<String> mapped = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            StringBuilder id = new StringBuilder();
            int length = 1 + random.nextInt(i % 10 == 0 ? 400 : 8);
            for (int at = 0; at < length; at++) {
                id.append("ab_-.:|/ é😀".charAt(random.nextInt(11)));
            }
            ids.add(id.toString());
            String accepted = anthropic.toolId(id.toString());
            mapped.add(accepted);
            assertThat(anthropic.toolIds().matcher(accepted).matches())
                    .as("seed %d, id %s", seed, id)
                    .isTrue();
            assertThat(anthropic.toolId(accepted)).isEqualTo(accepted);
        }
        assertThat(mapped).as("seed %d", seed).hasSameSizeAs(ids);
    }
}
