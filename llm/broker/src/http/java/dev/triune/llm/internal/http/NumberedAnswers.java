/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ModelCall;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Calls with numbers and the answers to them, in OpenAI's protocol. No two answers are alike in
 * text, parts or usage, so that a mix-up, a loss or a repetition shows.
 */
final class NumberedAnswers {
    /** The model of all calls. */
    static final String MODEL = "small-1";

    private static final int PIECES = 8;

    private NumberedAnswers() {}

    static Prompt prompt(int number) {
        return Prompt.of("What of #" + number + "#?");
    }

    static ModelCall call(int number) {
        return new ModelCall(MODEL, prompt(number), AnswerFormat.TEXT, 50, 0.5);
    }

    /** The text of an answer, whole. */
    static String text(int number) {
        return pieces(number).collect(Collectors.joining());
    }

    static Usage usage(int number) {
        return new Usage(number + 1, number % 7, 0, PIECES + number);
    }

    /** The parts of a plan, in order. */
    static List<AnswerPart> parts(int number) {
        Stream<AnswerPart> actions = IntStream.range(0, PIECES)
                .mapToObj(step -> new AnswerPart.Action(
                        "go", Map.of("who", (long) number, "step", (long) step)));
        return Stream.concat(
                        Stream.concat(Stream.of(new AnswerPart.Thought("é" + number)), actions),
                        Stream.of(new AnswerPart.Speech("I am " + number)))
                .toList();
    }

    /** The events of a text; for {@link StreamingServer}. */
    static Iterator<byte[]> texts(int number) {
        return events(number, pieces(number));
    }

    /** The events of a plan, one for each part; for {@link StreamingServer}. */
    static Iterator<byte[]> plans(int number) {
        Stream<String> actions = IntStream.range(0, PIECES)
                .mapToObj(step -> (step == 0 ? "\"action\":[" : ",") + "{\"type\":\"go\",\"who\":"
                        + number + ",\"step\":" + step + "}");
        Stream<String> thought = Stream.of("{\"thinking\":\"é" + number + "\",");
        Stream<String> speech = Stream.of("],\"speaking\":\"I am " + number + "\"}");
        return events(number, Stream.of(thought, actions, speech).flatMap(piece -> piece));
    }

    private static Stream<String> pieces(int number) {
        return IntStream.range(0, PIECES).mapToObj(piece -> number + "." + piece + " é😀; ");
    }

    private static Iterator<byte[]> events(int number, Stream<String> pieces) {
        return Stream.concat(pieces.map(NumberedAnswers::chunk), Stream.of(last(number)))
                .map(event -> event.getBytes(UTF_8))
                .iterator();
    }

    private static String chunk(String text) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + text.replace("\"", "\\\"") + "\"}}]}\n\n";
    }

    private static String last(int number) {
        Usage usage = usage(number);
        return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":"
                + (usage.input() + usage.cacheRead()) + ",\"completion_tokens\":" + usage.output()
                + ",\"prompt_tokens_details\":{\"cached_tokens\":" + usage.cacheRead()
                + "}}}\n\ndata: [DONE]\n\n";
    }
}
