/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The client's request and the mock's answer, in OpenAI's format. */
final class Chat {
    /** The path of requests. */
    static final String PATH = "/v1/chat/completions";

    /** The tokens of an answer. */
    static final List<String> TOKENS = List.of(
            "Gather",
            " twelve",
            " logs",
            " at",
            " the",
            " old",
            " mill",
            ",",
            " sell",
            " ten",
            " to",
            " the",
            " carpenter",
            ",",
            " then",
            " walk",
            " home",
            " before",
            " dark",
            ".");

    private static final String TEXT = String.join("", TOKENS);
    private static final List<String> DELTAS =
            TOKENS.stream().map(token -> "\"content\":\"" + token + "\"").toList();

    private static final String SYSTEM = """
            You are the mind of Mara, a woodcutter in a village of forty people. You plan what she \
            does in the next hour. Speak of things that she can see or remembers, and of nothing \
            else. Answer with one short plan: where to go, what to gather, whom to speak to and \
            what to say. Prefer the work that the village is short of. Be home before dark.""";

    private static final String USER = """
            It is the ninth day of autumn, half past two, light rain. Mara stands at the well. She \
            carries an axe (worn), a coil of rope, two loaves and eleven coins. She is rested, a \
            little hungry and in good spirits. Near: Tomas the carpenter, who waits for ten logs \
            and pays two coins for each; Ilse, her sister, who asked this morning for rope; a dog \
            that belongs to nobody. Known places: the old mill, four minutes, felled trees beside \
            it; the north wood, eleven minutes, wolves were heard there last night; the market, \
            two minutes, closes at five. The village is short of: firewood, planks. Yesterday she \
            promised Tomas to bring the logs today. What does she do?""";

    private static final String HEADER = "\"id\":\"chatcmpl-0123456789abcdef\",\"object\":\"%s\","
            + "\"created\":1760000000,\"model\":\"mock-model\"";
    private static final String USAGE =
            "\"usage\":{\"prompt_tokens\":268,\"completion_tokens\":20,\"total_tokens\":288}";

    private Chat() {}

    /** Returns the body of a request. */
    static byte[] request(boolean stream) {
        return ("{\"model\":\"mock-model\",\"messages\":["
                        + "{\"role\":\"system\",\"content\":\"%s\"},"
                        + "{\"role\":\"user\",\"content\":\"%s\"}],"
                        + "\"temperature\":0.7,\"max_tokens\":256"
                        + (stream
                                ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"
                                : "")
                        + "}")
                .formatted(SYSTEM, USER)
                .getBytes(UTF_8);
    }

    /** Whether a request asks for a stream. */
    static boolean asksForStream(String body) {
        return body.contains("\"stream\":true") || body.contains("\"stream\": true");
    }

    /** Returns the answer in one piece. */
    static String answer() {
        return "{"
                + HEADER.formatted("chat.completion")
                + ",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                + TEXT
                + "\"},\"logprobs\":null,\"finish_reason\":\"stop\"}],"
                + USAGE
                + "}";
    }

    /** Returns the events of the streamed answer. */
    static List<String> events() {
        return events("\"content\":\"\"", DELTAS);
    }

    /** Returns the events of a numbered answer; the first contains the first token. */
    static List<String> events(Numbered answer) {
        List<String> deltas = IntStream.rangeClosed(1, answer.count())
                .mapToObj(number -> "\"content\":\"" + answer.token(number) + "\"")
                .toList();
        return events(deltas.get(0), deltas.subList(1, deltas.size()));
    }

    /** Returns the events: role and first delta, tokens, finish reason, usage, end. */
    private static List<String> events(String first, List<String> deltas) {
        List<String> events = new ArrayList<>();
        events.add(choice("\"role\":\"assistant\"," + first, "null"));
        for (String delta : deltas) {
            events.add(choice(delta, "null"));
        }
        events.add(choice("", "\"stop\""));
        events.add(chunk("", "," + USAGE));
        events.add("data: [DONE]\n\n");
        return events;
    }

    private static String choice(String delta, String reason) {
        return chunk(
                "{\"index\":0,\"delta\":{"
                        + delta
                        + "},\"logprobs\":null,\"finish_reason\":"
                        + reason
                        + "}",
                "");
    }

    private static String chunk(String choices, String rest) {
        return "data: {"
                + HEADER.formatted("chat.completion.chunk")
                + ",\"choices\":["
                + choices
                + "]"
                + rest
                + "}\n\n";
    }

    /** Returns what is wrong with an answer; empty for nothing. */
    static String fault(String head, byte[] body, int length, boolean stream) {
        if (!head.startsWith("HTTP/1.1 200")) {
            return head.lines().findFirst().orElse("no status") + ": " + start(body, length);
        }
        boolean whole = stream ? wholeStream(body, length) : wholeAnswer(body, length);
        return whole ? "" : "incomplete: " + start(body, length);
    }

    private static boolean wholeAnswer(byte[] body, int length) {
        return new String(body, 0, length, UTF_8).contains(TEXT);
    }

    private static boolean wholeStream(byte[] body, int length) {
        String text = new String(body, 0, length, UTF_8);
        int from = 0;
        for (String delta : DELTAS) {
            int at = text.indexOf(delta, from);
            if (at < 0) {
                return false;
            }
            from = at + 1;
        }
        return text.indexOf("\"stop\"", from) > 0 && text.stripTrailing().endsWith("data: [DONE]");
    }

    private static String start(byte[] body, int length) {
        return new String(body, 0, Math.min(length, 300), UTF_8).strip();
    }
}
