/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A protocol: reads its requests, and writes its answers and errors. Immutable.
 *
 * @param path the path of its endpoint
 * @param idPrefix the prefix of answer ids
 * @param known the fields of its requests; others are handled as configured
 * @param writer creates the writer of the answer to one request
 */
record CompletionFormat(
        String path,
        String idPrefix,
        ErrorFormat errors,
        Set<String> known,
        Reader reader,
        BiFunction<AnswerHead, CompletionRequest, AnswerWriter> writer) {
    static final List<CompletionFormat> ALL = List.of(
            new CompletionFormat(
                    "/v1/chat/completions",
                    "chatcmpl-",
                    OpenAiErrorFormat.INSTANCE,
                    ChatCompletionReader.KNOWN,
                    ChatCompletionReader::read,
                    ChatCompletionWriter::new),
            new CompletionFormat(
                    "/v1/responses",
                    "resp_",
                    OpenAiErrorFormat.RESPONSES,
                    ResponsesReader.KNOWN,
                    ResponsesReader::read,
                    ResponsesWriter::new),
            new CompletionFormat(
                    "/v1/embeddings",
                    "embd-", // not sent
                    OpenAiErrorFormat.INSTANCE,
                    EmbeddingsReader.KNOWN,
                    EmbeddingsReader::read,
                    (head, request) -> new EmbeddingsWriter(EmbeddingsReader.isBase64(request))),
            new CompletionFormat(
                    "/v1/messages",
                    "msg_",
                    AnthropicErrorFormat.INSTANCE,
                    MessagesReader.KNOWN,
                    MessagesReader::read,
                    (head, request) -> new MessagesWriter(head)));

    /** Reads requests. Stateless. */
    @FunctionalInterface
    interface Reader {
        CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
                throws ProblemException;
    }
}
