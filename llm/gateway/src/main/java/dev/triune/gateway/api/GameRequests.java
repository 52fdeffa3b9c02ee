/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Priorities;
import dev.triune.gateway.server.Schemas;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.AnswerSchema;
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

/** Reads requests as games send them. */
final class GameRequests {
    /** Characters of a name. */
    static final int MOST_NAME = 128;

    /** Tokens of an answer. */
    static final int MOST_TOKENS = 1_000_000;

    private static final int MOST_TEXT = Integer.MAX_VALUE; // the body as a whole is bounded
    private static final int MOST_MESSAGES = 10_000;
    private static final int MOST_COST = 10_000;
    private static final int MOST_HEADERS = 32;

    /** Headers that say where a request goes and where it ends: not for a client to set. */
    private static final Set<String> NOT_THE_CALLERS = Set.of(
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

    private static final long LONGEST_USE_MILLIS = Duration.ofDays(1).toMillis();

    private GameRequests() {}

    /**
     * Reads one.
     *
     * @param session of its game, read already
     * @throws Refused if a field is wrong
     */
    static GameRequest read(String session, Fields fields) throws Refused {
        Optional<AnswerSchema> schema = schema(fields);
        return new GameRequest(
                session,
                fields.name("agentId", MOST_NAME),
                prompt(fields),
                fields.name("model", 2 * MOST_NAME),
                fields.whole("maxTokens", 1, MOST_TOKENS)
                        .map(Long::intValue)
                        .orElse(Request.DEFAULT_MAX_TOKENS),
                fields.number("temperature", 0, 2).orElse(Request.DEFAULT_TEMPERATURE),
                priority(fields),
                fields.whole("cost", 1, MOST_COST).map(Long::intValue).orElse(1),
                fields.whole("usefulForMs", 1, LONGEST_USE_MILLIS).map(Duration::ofMillis),
                schema.isPresent() || isJson(fields),
                schema,
                fields.name("cancelToken", MOST_NAME),
                endpoint(fields));
    }

    private static Prompt prompt(Fields fields) throws Refused {
        Optional<Prompt> messages = messages(fields);
        String text = fields.text("prompt", MOST_TEXT);
        if (messages.isPresent() && !text.isEmpty()) {
            throw fields.refuse("prompt", "and messages exclude each other (expected one of them)");
        }
        if (messages.isEmpty()) {
            if (text.isBlank()) {
                throw fields.refuse("prompt", "is missing (expected text, or messages)");
            }
            return Prompt.of(text);
        }
        return messages.get();
    }

    /**
     * The messages, if there are any.
     *
     * @throws Refused if one is wrong, or the list is empty
     */
    static Optional<Prompt> messages(Fields fields) throws Refused {
        Optional<List<Fields>> messages = fields.objects("messages", MOST_MESSAGES);
        if (messages.isEmpty()) {
            return Optional.empty();
        }
        List<Message> list = new ArrayList<>();
        for (Fields message : messages.get()) {
            if (message.get("content").isEmpty()) {
                throw message.wrong("content", "text");
            }
            list.add(new Message(role(message), message.text("content", MOST_TEXT)));
        }
        if (list.isEmpty()) {
            throw fields.wrong("messages", "at least one message");
        }
        return Optional.of(new Prompt(list));
    }

    private static Message.Role role(Fields message) throws Refused {
        return switch (message.text("role", MOST_NAME)) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> throw message.wrong("role", "system, user or assistant");
        };
    }

    private static Priority priority(Fields fields) throws Refused {
        Optional<JsonNode> value = fields.get("priority");
        if (value.isEmpty()) {
            return Priority.MEDIUM;
        }
        if (value.get().isString()) {
            return Priorities.named(value.get().stringValue())
                    .orElseThrow(() -> fields.wrong("priority", Priorities.EXPECTED));
        }
        return Priority.of(fields.whole("priority", 1, Priority.MAX)
                .orElseThrow(() -> fields.wrong("priority", Priorities.EXPECTED))
                .intValue());
    }

    private static boolean isJson(Fields fields) throws Refused {
        return switch (fields.text("format", MOST_NAME)) {
            case "", "text" -> false;
            case "json" -> true;
            default -> throw fields.wrong("format", "text or json");
        };
    }

    private static Optional<AnswerSchema> schema(Fields fields) throws Refused {
        Optional<Fields> schema = fields.object("schema");
        if (schema.isEmpty()) {
            return Optional.empty();
        }
        Fields it = schema.get();
        JsonNode root = it.get("schema").orElseThrow(() -> it.wrong("schema", "an object"));
        return Optional.of(Schemas.read(it, "schema", it.neededName("name", MOST_NAME), root));
    }

    private static Optional<Endpoint> endpoint(Fields fields) throws Refused {
        Optional<Fields> config = fields.object("customConfig");
        if (config.isEmpty()) {
            return Optional.empty();
        }
        Fields it = config.get();
        String key = it.text("apiKey", 8 * MOST_NAME);
        String model = it.name("model", 2 * MOST_NAME);
        try {
            return Optional.of(new Endpoint(
                    URI.create(it.neededName("baseUrl", 8 * MOST_NAME)),
                    model.isEmpty() ? fields.name("model", 2 * MOST_NAME) : model,
                    key.isEmpty() ? Optional.empty() : Optional.of(key),
                    headers(it)));
        } catch (IllegalArgumentException e) {
            throw it.refuse(
                    "baseUrl",
                    "is none (expected http or https and a host, without user" + " and password)");
        }
    }

    private static Map<String, String> headers(Fields config) throws Refused {
        Map<String, String> headers = new LinkedHashMap<>();
        Optional<Fields> given = config.object("customHeaders");
        if (given.isPresent()) {
            for (String name : given.get().names()) {
                if (NOT_THE_CALLERS.contains(name.toLowerCase(Locale.ROOT))) {
                    throw given.get().refuse(name, "is the gateway's own (expected another one)");
                }
                headers.put(name, given.get().text(name, 8 * MOST_NAME));
            }
        }
        if (headers.size() > MOST_HEADERS) {
            throw config.wrong("customHeaders", MOST_HEADERS + " headers at the most");
        }
        return headers;
    }
}
