/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.PriorityParser;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A chat completion that a client asks for. Immutable.
 *
 * @param request the request; non-streaming if the answer is wanted in one piece
 * @param includeUsage whether a last chunk is to hold the tokens
 */
record ChatCompletionRequest(Request<String> request, boolean includeUsage) {
    private static final String SESSION_HEADER = "X-Session-Id";
    private static final String PRIORITY_HEADER = "X-Priority";
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_TOKENS = 1_000_000;

    /** OpenAI's default, which its clients rely on. */
    private static final double DEFAULT_TEMPERATURE = 1;

    /**
     * Reads a request.
     *
     * @param headers returns the value of a header, empty if it is missing
     * @throws ProblemException if a field or a header is invalid or not supported
     */
    static ChatCompletionRequest read(RequestFields requestFields, UnaryOperator<String> headers)
            throws ProblemException {
        UnsupportedParameters.rejectInRequest(requestFields);
        ResponseFormat format = ResponseFormat.read(requestFields);
        Optional<RequestFields> streaming = requestFields.object("stream_options");
        String session = session(requestFields, headers);
        Prompt prompt = ChatMessageReader.read(requestFields);
        String model = requestFields.name("model", 2 * MAX_NAME_LENGTH);
        Request.Builder<String> request = format.json() ? Request.json(model) : Request.text(model);
        request.tenant(session)
                .cancelToken(new CancelToken())
                .prompt(() -> prompt)
                .maxTokens(maxTokens(requestFields))
                .temperature(requestFields.number("temperature", 0, 2).orElse(DEFAULT_TEMPERATURE))
                .priority(priority(headers));
        format.schema().ifPresent(request::schema);
        boolean usage = streaming.isPresent() && streaming.get().flag("include_usage");
        request.nonStreaming(!requestFields.flag("stream"));
        return new ChatCompletionRequest(request.build(), usage);
    }

    /** Prefers the header, which a game can set once for all its calls, to the field. */
    private static String session(RequestFields requestFields, UnaryOperator<String> headers)
            throws ProblemException {
        String user = requestFields.name("user", MAX_NAME_LENGTH);
        String header = headers.apply(SESSION_HEADER);
        if (header.length() > MAX_NAME_LENGTH) {
            throw new ProblemException(Problem.invalidField(
                    SESSION_HEADER,
                    "the header " + SESSION_HEADER + " has " + header.length()
                            + " characters (expected " + MAX_NAME_LENGTH + " at the most)"));
        }
        return header.isEmpty() ? user : header;
    }

    private static Priority priority(UnaryOperator<String> headers) throws ProblemException {
        String header = headers.apply(PRIORITY_HEADER);
        if (header.isEmpty()) {
            return Priority.MEDIUM;
        }
        return PriorityParser.parse(header)
                .orElseThrow(() -> new ProblemException(Problem.invalidField(
                        PRIORITY_HEADER,
                        "the header " + PRIORITY_HEADER + " is wrong (expected "
                                + PriorityParser.EXPECTED + ")")));
    }

    private static int maxTokens(RequestFields requestFields) throws ProblemException {
        Optional<Long> older = requestFields.integer("max_tokens", 1, MAX_TOKENS);
        Optional<Long> newer = requestFields.integer("max_completion_tokens", 1, MAX_TOKENS);
        if (older.isPresent() && newer.isPresent() && !older.equals(newer)) {
            throw requestFields.rejected(
                    "max_tokens", "differs from max_completion_tokens (expected one of them)");
        }
        return newer.or(() -> older).map(Long::intValue).orElse(Request.DEFAULT_MAX_TOKENS);
    }
}
