/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.RecordingSink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of all servers, in pieces of all sizes, and truncated at every byte. */
final class AnswerStreamParserTest {
    /** Matches the marks of a complete answer in all protocols. */
    private static final Pattern FINISH = Pattern.compile("\"(finish|stop)_reason\":\\s?\"\\w+\""
            + "|\\[DONE]|\"type\":\\s?\"message_stop\"|\"done\":\\s?true");

    private static final Pattern END_OF_EVENT = Pattern.compile("\\s*?(\r?\n\r?\n|\r\r|\\z)");

    static List<StreamFixture> all() {
        return StreamCorpus.all();
    }

    static Stream<StreamFixture> whole() {
        return StreamCorpus.whole();
    }

    static Stream<StreamFixture> unfinished() {
        return all().stream().filter(each -> !FINISH.matcher(each.stream()).find());
    }

    @Test
    void corpusHasEnoughCasesOfEachKindWithUniqueNames() {
        assertThat(all()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(all()).extracting(StreamFixture::name).doesNotHaveDuplicates();
        assertThat(whole().count()).isGreaterThanOrEqualTo(60);
        assertThat(unfinished().count()).isGreaterThanOrEqualTo(30);
        for (ApiFamily apiFamily : ApiFamily.values()) {
            assertThat(all().stream()
                            .filter(each -> each.apiFamily() == apiFamily)
                            .count())
                    .as(apiFamily.label())
                    .isGreaterThanOrEqualTo(12);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void readsEveryAnswerOfTheCorpus(StreamFixture answer) {
        assertThat(ParsedAnswer.whole(answer.apiFamily(), answer.bytes()))
                .isEqualTo(new ParsedAnswer(answer.text(), answer.toolCalls(), answer.streamEnd()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void piecesOfAnySizeYieldTheSameResult(StreamFixture answer) {
        for (int size : List.of(1, 3, 100)) {
            assertThat(ParsedAnswer.inPieces(answer.apiFamily(), answer.bytes(), size))
                    .as("pieces of %d bytes", size)
                    .isEqualTo(new ParsedAnswer(
                            answer.text(), answer.toolCalls(), answer.streamEnd()));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void piecesOfRandomSizesYieldTheSameResult(StreamFixture answer) {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(ParsedAnswer.atRandom(answer.apiFamily(), answer.bytes(), new Random(seed)))
                    .as("seed %d", seed)
                    .isEqualTo(new ParsedAnswer(
                            answer.text(), answer.toolCalls(), answer.streamEnd()));
        }
    }

    @ParameterizedTest
    @MethodSource("whole")
    void truncatedAnswerIsCompleteOnlyAfterItsFinishMark(StreamFixture answer) {
        byte[] bytes = answer.bytes();
        int finished = bytesUntil(answer, false);
        int ended = bytesUntil(answer, true);
        for (int cut = 0; cut < bytes.length; cut++) {
            ParsedAnswer parsedAnswer = ParsedAnswer.first(answer.apiFamily(), bytes, cut);
            boolean prefix = answer.text().startsWith(parsedAnswer.text());
            boolean right = cut < finished
                    ? parsedAnswer.streamEnd().equals(new StreamEnd.CutOff())
                    : cut < ended || isWhole(parsedAnswer, answer);
            if (!prefix || !right) {
                fail("cut at %d of %d to %d: %s", cut, finished, ended, parsedAnswer);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("unfinished")
    void answerWithoutAFinishMarkIsNeverComplete(StreamFixture answer) {
        byte[] bytes = answer.bytes();
        for (int cut = 0; cut <= bytes.length; cut++) {
            ParsedAnswer parsedAnswer = ParsedAnswer.first(answer.apiFamily(), bytes, cut);
            if (!answer.text().startsWith(parsedAnswer.text())
                    || parsedAnswer.streamEnd() instanceof StreamEnd.Complete) {
                fail("cut at %d: %s", cut, parsedAnswer);
            }
        }
    }

    @Test
    void reportsTokensAsSoonAsTheServerCountsThem() {
        String begun = AnthropicStreams.start("'input_tokens':9,'output_tokens':1");
        String more = AnthropicStreams.delta("'end_turn'", "'output_tokens':5");
        assertThat(reports(ApiFamily.ANTHROPIC, begun)).containsExactly(StreamFixture.tokens(9, 1));
        assertThat(reports(ApiFamily.ANTHROPIC, begun + AnthropicStreams.text(0, "a") + more))
                .containsExactly(StreamFixture.tokens(9, 1), StreamFixture.tokens(9, 5));
        assertThat(reports(
                        ApiFamily.OPENAI,
                        StreamFixture.events(
                                "{'choices':[{'delta':{'content':'a'}}],"
                                        + "'usage':{'prompt_tokens':7,'completion_tokens':1}}",
                                "{'choices':[{'delta':{'content':'b'}}],'usage':null}",
                                "{'choices':[],'x_groq':{'usage':"
                                        + "{'prompt_tokens':7,'completion_tokens':2}}}")))
                .containsExactly(StreamFixture.tokens(7, 1), StreamFixture.tokens(7, 2));
    }

    /** Also covers events whose log probabilities are null. */
    @Test
    void characterSplitBetweenPiecesArrivesWhole() {
        List<String> pieces = new ArrayList<>();
        RecordingSink sink = new RecordingSink() {
            @Override
            public void text(String delta) {
                pieces.add(delta);
            }
        };
        String events = Stream.of("a\\ud83d", "\\ude00", "\\ud83d lone", "\\ud83d")
                .map(text -> "data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n")
                .collect(Collectors.joining());
        byte[] bytes = (events + "data: [DONE]\n\n").getBytes(StandardCharsets.UTF_8);
        try (AnswerStreamParser stream = new AnswerStreamParser(ApiFamily.OPENAI, sink)) {
            stream.feed(bytes, 0, bytes.length);
        }

        assertThat(pieces).containsExactly("a", "\ud83d\ude00", "\ud83d lone", "\ud83d");
    }

    @Test
    void deliversLogprobsAsTheyArrive() {
        List<String> received = new ArrayList<>();
        AnswerSink sink = new AnswerSink() {
            @Override
            public void text(String delta) {
                received.add(delta);
            }

            @Override
            public void logprobs(String json) {
                received.add(json);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {}

            @Override
            public void fail(CallFailure failure) {}
        };
        byte[] event = ("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"logprobs\":"
                        + "{\"content\":[{\"token\":\"a\", \"logprob\":-0.25}]}}]}\n\n"
                        + "data: {\"choices\":[{\"delta\":{},\"logprobs\":null}]}\n\n")
                .getBytes(StandardCharsets.UTF_8);
        try (AnswerStreamParser parser = new AnswerStreamParser(ApiFamily.OPENAI, sink)) {
            parser.feed(event, 0, event.length);
        }

        assertThat(received)
                .containsExactly("a", "{\"content\":[{\"token\":\"a\",\"logprob\":-0.25}]}");
    }

    private static List<Usage> reports(ApiFamily apiFamily, String stream) {
        List<Usage> reports = new ArrayList<>();
        RecordingSink sink = new RecordingSink() {
            @Override
            public void usage(Usage soFar) {
                reports.add(soFar);
            }
        };
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        try (AnswerStreamParser parser = new AnswerStreamParser(apiFamily, sink)) {
            assertThat(parser.feed(bytes, 0, bytes.length)).isEmpty();
        }
        return reports;
    }

    private static boolean isWhole(ParsedAnswer parsedAnswer, StreamFixture answer) {
        return parsedAnswer.streamEnd() instanceof StreamEnd.Complete
                && parsedAnswer.text().equals(answer.text());
    }

    /** The number of bytes up to the mark of a complete answer, or to the end of that event. */
    private static int bytesUntil(StreamFixture answer, boolean endOfEvent) {
        String stream = answer.stream();
        Matcher finish = FINISH.matcher(stream);
        assertThat(finish.find()).as("the stream has a mark of completion").isTrue();
        int chars = finish.end();
        if (endOfEvent && answer.apiFamily() == ApiFamily.OLLAMA) {
            chars = (stream + "\n").indexOf('\n', chars);
        } else if (endOfEvent && stream.stripLeading().startsWith("{")) {
            chars = stream.stripTrailing().length();
        } else if (endOfEvent) {
            Matcher end = END_OF_EVENT.matcher(stream);
            assertThat(end.find(chars)).isTrue();
            chars = end.start();
        }
        return stream.substring(0, chars).getBytes(StandardCharsets.UTF_8).length;
    }
}
