/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Priorities;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A chat completion as a client asks for it. Immutable.
 *
 * @param asked what the gateway is asked
 * @param stream whether the answer is to come in chunks
 * @param usage whether a last chunk is to tell the tokens
 */
record ChatRequest(GameRequest asked, boolean stream, boolean usage) {
    private static final String SESSION_HEADER = "X-Session-Id";
    private static final String PRIORITY_HEADER = "X-Priority";
    private static final int MOST_NAME = 128;
    private static final int MOST_TOKENS = 1_000_000;

    /** OpenAI's, which its clients count on. */
    private static final double DEFAULT_TEMPERATURE = 1;

    /**
     * Reads one.
     *
     * @param headers gives the value of a header, empty if it is not there
     * @throws Refused if a field or a header is wrong or cannot be carried
     */
    static ChatRequest read(Fields fields, UnaryOperator<String> headers) throws Refused {
        Uncarried.refuseInRequest(fields);
        ResponseFormat format = ResponseFormat.read(fields);
        Optional<Fields> streaming = fields.object("stream_options");
        GameRequest asked = new GameRequest(
                session(fields, headers),
                "",
                ChatMessages.read(fields),
                fields.name("model", 2 * MOST_NAME),
                maxTokens(fields),
                fields.number("temperature", 0, 2).orElse(DEFAULT_TEMPERATURE),
                priority(headers),
                1,
                Optional.empty(),
                format.json(),
                format.schema(),
                "",
                Optional.empty());
        boolean usage = streaming.isPresent() && streaming.get().flag("include_usage");
        return new ChatRequest(asked, fields.flag("stream"), usage);
    }

    /** The header, which a game can set once for all its calls, goes before the field. */
    private static String session(Fields fields, UnaryOperator<String> headers) throws Refused {
        String user = fields.name("user", MOST_NAME);
        String header = headers.apply(SESSION_HEADER);
        if (header.length() > MOST_NAME) {
            throw new Refused(Problem.ofField(
                    SESSION_HEADER,
                    "the header " + SESSION_HEADER + " has " + header.length()
                            + " characters (expected " + MOST_NAME + " at the most)"));
        }
        return header.isEmpty() ? user : header;
    }

    private static Priority priority(UnaryOperator<String> headers) throws Refused {
        String header = headers.apply(PRIORITY_HEADER);
        if (header.isEmpty()) {
            return Priority.MEDIUM;
        }
        return Priorities.read(header)
                .orElseThrow(() -> new Refused(Problem.ofField(
                        PRIORITY_HEADER,
                        "the header " + PRIORITY_HEADER + " is wrong (expected "
                                + Priorities.EXPECTED + ")")));
    }

    private static int maxTokens(Fields fields) throws Refused {
        Optional<Long> older = fields.whole("max_tokens", 1, MOST_TOKENS);
        Optional<Long> newer = fields.whole("max_completion_tokens", 1, MOST_TOKENS);
        if (older.isPresent() && newer.isPresent() && !older.equals(newer)) {
            throw fields.refuse(
                    "max_tokens", "differs from max_completion_tokens (expected one of them)");
        }
        return newer.or(() -> older).map(Long::intValue).orElse(Request.DEFAULT_MAX_TOKENS);
    }
}
