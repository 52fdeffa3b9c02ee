/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ContentReader;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.PriorityParser;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.SchemaReader;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Message;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads requests in the format of the games' API. */
final class GameRequestReader {
    /** The maximum length of a name. */
    static final int MAX_NAME_LENGTH = 128;

    private static final int MAX_TOKENS = 1_000_000;

    private static final int MAX_TEXT_LENGTH = Integer.MAX_VALUE; // the body as a whole is bounded
    private static final int MAX_MESSAGES = 10_000;
    private static final int MAX_COST = 10_000;
    private static final int MAX_HEADERS = 32;

    /** Headers for routing and framing, which a client must not set. */
    private static final Set<String> RESERVED_HEADERS = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final long MAX_USEFUL_MILLIS = Duration.ofDays(1).toMillis();

    private GameRequestReader() {}

    /**
     * Reads a request of a game.
     *
     * @param session the game's session, already read
     * @return the request, with a cancel token; the caller may modify it
     * @throws ProblemException if a field is invalid
     */
    static Request.Builder<String> read(String session, RequestFields requestFields)
            throws ProblemException {
        Optional<AnswerSchema> schema = schema(requestFields);
        String agent = requestFields.name("agentId", MAX_NAME_LENGTH);
        Prompt prompt = prompt(requestFields);
        String model = requestFields.name("model", 2 * MAX_NAME_LENGTH);
        boolean json = schema.isPresent() || isJson(requestFields);
        Request.Builder<String> request = json ? Request.json(model) : Request.text(model);
        request.tenant(session)
                .cancelToken(new CancelToken())
                .agent(agent)
                .promptSource(prompt)
                .maxTokens(maxTokens(requestFields, "maxTokens"))
                .temperature(requestFields
                        .number("temperature", 0, 2)
                        .orElse(Request.DEFAULT_TEMPERATURE))
                .options(ModelOptionsReader.read(requestFields))
                .priority(priority(requestFields))
                .cost(requestFields
                        .integer("cost", 1, MAX_COST)
                        .map(Long::intValue)
                        .orElse(1));
        requestFields
                .integer("usefulForMs", 1, MAX_USEFUL_MILLIS)
                .map(Duration::ofMillis)
                .ifPresent(request::usefulFor);
        schema.ifPresent(request::schema);
        endpoint(requestFields).ifPresent(request::endpoint);
        return request;
    }

    /** Reads the name with which a game can cancel a request; empty if it has none. */
    static String cancelName(RequestFields requestFields) throws ProblemException {
        return requestFields.name("cancelToken", MAX_NAME_LENGTH);
    }

    /** Reads the maximum tokens of the answer. */
    static int maxTokens(RequestFields requestFields, String field) throws ProblemException {
        return requestFields
                .integer(field, 1, MAX_TOKENS)
                .map(Long::intValue)
                .orElse(Request.DEFAULT_MAX_TOKENS);
    }

    private static Prompt prompt(RequestFields requestFields) throws ProblemException {
        Optional<Prompt> messages = messages(requestFields);
        String text = requestFields.text("prompt", MAX_TEXT_LENGTH);
        if (messages.isPresent() && !text.isEmpty()) {
            throw requestFields.rejected(
                    "prompt", "and messages exclude each other (expected one of them)");
        }
        if (messages.isEmpty()) {
            if (text.isBlank()) {
                throw requestFields.rejected("prompt", "is missing (expected text, or messages)");
            }
            return Prompt.of(text);
        }
        Prompt read = messages.get();
        return requestFields
                .integer("stable", 0, read.messages().size())
                .map(count -> read.withStable(count.intValue()))
                .orElse(read);
    }

    /**
     * Reads the messages, if there are any.
     *
     * @throws ProblemException if a message is invalid, or the list is empty
     */
    static Optional<Prompt> messages(RequestFields requestFields) throws ProblemException {
        Optional<List<RequestFields>> messages = requestFields.objects("messages", MAX_MESSAGES);
        if (messages.isEmpty()) {
            return Optional.empty();
        }
        List<Message> list = new ArrayList<>();
        for (RequestFields message : messages.get()) {
            list.add(ContentReader.message(message));
        }
        if (list.isEmpty()) {
            throw requestFields.invalid("messages", "at least one message");
        }
        return Optional.of(new Prompt(list));
    }

    private static Priority priority(RequestFields requestFields) throws ProblemException {
        Optional<JsonNode> value = requestFields.get("priority");
        if (value.isEmpty()) {
            return Priority.MEDIUM;
        }
        if (value.get().isString()) {
            return PriorityParser.byName(value.get().stringValue())
                    .orElseThrow(() -> requestFields.invalid("priority", PriorityParser.EXPECTED));
        }
        return Priority.of(requestFields
                .integer("priority", 1, Priority.MAX)
                .orElseThrow(() -> requestFields.invalid("priority", PriorityParser.EXPECTED))
                .intValue());
    }

    private static boolean isJson(RequestFields requestFields) throws ProblemException {
        return switch (requestFields.text("format", MAX_NAME_LENGTH)) {
            case "", "text" -> false;
            case "json" -> true;
            default -> throw requestFields.invalid("format", "text or json");
        };
    }

    private static Optional<AnswerSchema> schema(RequestFields requestFields)
            throws ProblemException {
        Optional<RequestFields> schema = requestFields.object("schema");
        if (schema.isEmpty()) {
            return Optional.empty();
        }
        RequestFields it = schema.get();
        JsonNode root = it.get("schema").orElseThrow(() -> it.invalid("schema", "an object"));
        return Optional.of(
                SchemaReader.read(it, "schema", it.requiredName("name", MAX_NAME_LENGTH), root));
    }

    private static Optional<Endpoint> endpoint(RequestFields requestFields)
            throws ProblemException {
        Optional<RequestFields> config = requestFields.object("customConfig");
        if (config.isEmpty()) {
            return Optional.empty();
        }
        RequestFields it = config.get();
        String key = it.text("apiKey", 8 * MAX_NAME_LENGTH);
        String model = it.name("model", 2 * MAX_NAME_LENGTH);
        try {
            return Optional.of(new Endpoint(
                    URI.create(it.requiredName("baseUrl", 8 * MAX_NAME_LENGTH)),
                    model.isEmpty() ? requestFields.name("model", 2 * MAX_NAME_LENGTH) : model,
                    key.isEmpty() ? null : key,
                    headers(it)));
        } catch (IllegalArgumentException e) {
            throw it.rejected(
                    "baseUrl",
                    "is none (expected http or https and a host, without user" + " and password)");
        }
    }

    private static Map<String, String> headers(RequestFields config) throws ProblemException {
        Map<String, String> headers = new LinkedHashMap<>();
        Optional<RequestFields> given = config.object("customHeaders");
        if (given.isPresent()) {
            for (String name : given.get().names()) {
                if (RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                    throw given.get().rejected(name, "is the gateway's own (expected another one)");
                }
                headers.put(name, given.get().text(name, 8 * MAX_NAME_LENGTH));
            }
        }
        if (headers.size() > MAX_HEADERS) {
            throw config.invalid("customHeaders", MAX_HEADERS + " headers at the most");
        }
        return headers;
    }
}
