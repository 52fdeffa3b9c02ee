/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import java.util.Set;
import java.util.function.BiFunction;

/** The protocols: each reads its requests, and writes its answers and errors. */
enum CompletionFormat {
    CHAT_COMPLETIONS(
            "/v1/chat/completions",
            "chatcmpl-",
            OpenAiErrorFormat.INSTANCE,
            ChatCompletionReader.KNOWN,
            ChatCompletionReader::read,
            ChatCompletionWriter::new),
    RESPONSES(
            "/v1/responses",
            "resp_",
            OpenAiErrorFormat.RESPONSES,
            ResponsesReader.KNOWN,
            ResponsesReader::read,
            ResponsesWriter::new),
    EMBEDDINGS(
            "/v1/embeddings",
            "embd-", // not sent
            OpenAiErrorFormat.INSTANCE,
            EmbeddingsReader.KNOWN,
            EmbeddingsReader::read,
            (head, request) -> new EmbeddingsWriter(EmbeddingsReader.isBase64(request))),
    MESSAGES(
            "/v1/messages",
            "msg_",
            AnthropicErrorFormat.INSTANCE,
            MessagesReader.KNOWN,
            MessagesReader::read,
            (head, request) -> new MessagesWriter(head));

    /** The path of its endpoint. */
    final String path;

    /** The prefix of answer ids. */
    final String idPrefix;

    final ErrorFormat errors;

    /** The fields of its requests; others are handled as configured. */
    final Set<String> known;

    final Reader reader;

    /** Creates the writer of the answer to one request. */
    final BiFunction<AnswerHead, CompletionRequest, AnswerWriter> writer;

    CompletionFormat(
            String path,
            String idPrefix,
            ErrorFormat errors,
            Set<String> known,
            Reader reader,
            BiFunction<AnswerHead, CompletionRequest, AnswerWriter> writer) {
        this.path = path;
        this.idPrefix = idPrefix;
        this.errors = errors;
        this.known = known;
        this.reader = reader;
        this.writer = writer;
    }

    /** Reads requests. Stateless. */
    @FunctionalInterface
    interface Reader {
        /**
         * Reads a request.
         *
         * @param builder a new one for these fields
         */
        CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
                throws ProblemException;
    }
}
