/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.MessageReader;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.PriorityParser;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.SchemaReader;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Message;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads requests in the format of the games' API. */
final class GameRequestReader {
    private static final int MAX_TOKENS = 1_000_000;
    private static final int MAX_COST = 10_000;
    private static final int MAX_HEADERS = 32;

    /** The maximum length of an address, a key or a header. */
    private static final int MAX_VALUE_LENGTH = 1024;

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
     */
    static Request.Builder<String> read(String session, RequestFields fields)
            throws ProblemException {
        AnswerSchema schema = schema(fields);
        String agent = fields.name("agentId");
        Prompt prompt = prompt(fields);
        String model = fields.model();
        boolean json = schema != null || isJson(fields);
        Request.Builder<String> request = json ? Request.json(model) : Request.text(model);
        request.tenant(session)
                .cancelToken(new CancelToken())
                .agent(agent)
                .promptSource(prompt)
                .maxTokens(maxTokens(fields, "maxTokens"))
                .temperature(fields.number("temperature", 0, 2).orElse(Request.DEFAULT_TEMPERATURE))
                .options(ModelOptionsReader.read(fields))
                .priority(priority(fields))
                .cost(fields.integer("cost", 1, MAX_COST).orElse(1L).intValue());
        fields.integer("usefulForMs", 1, MAX_USEFUL_MILLIS)
                .map(Duration::ofMillis)
                .ifPresent(request::usefulFor);
        if (schema != null) {
            request.schema(schema);
        }
        if (fields.has("customConfig")) {
            request.endpoint(endpoint(fields.object("customConfig"), model));
        }
        return request;
    }

    /** Reads the name with which a game can cancel a request; empty if it has none. */
    static String cancelName(RequestFields fields) throws ProblemException {
        return fields.name("cancelToken");
    }

    static int maxTokens(RequestFields fields, String field) throws ProblemException {
        return fields.integer(field, 1, MAX_TOKENS)
                .map(Long::intValue)
                .orElse(Request.DEFAULT_MAX_TOKENS);
    }

    private static Prompt prompt(RequestFields fields) throws ProblemException {
        String text = fields.text("prompt");
        if (!fields.has("messages")) {
            if (text.isBlank()) {
                throw fields.rejected("prompt", "is missing (expected text, or messages)");
            }
            return Prompt.of(text);
        }
        Prompt prompt = messages(fields);
        if (!text.isEmpty()) {
            throw fields.rejected(
                    "prompt", "and messages exclude each other (expected one of them)");
        }
        return fields.integer("stable", 0, prompt.messages().size())
                .map(count -> prompt.withStable(count.intValue()))
                .orElse(prompt);
    }

    static Prompt messages(RequestFields fields) throws ProblemException {
        List<Message> messages = new ArrayList<>();
        for (RequestFields message : fields.objects("messages", MessageReader.MAX_MESSAGES)) {
            messages.add(MessageReader.message(message));
        }
        if (messages.isEmpty()) {
            throw fields.invalid("messages", "at least one message");
        }
        return new Prompt(messages);
    }

    private static Priority priority(RequestFields fields) throws ProblemException {
        if (fields.get("priority").isString()) {
            return PriorityParser.byName(fields.get("priority").stringValue())
                    .orElseThrow(() -> fields.invalid("priority", PriorityParser.EXPECTED));
        }
        return fields.integer("priority", 1, Priority.MAX)
                .map(level -> Priority.of(level.intValue()))
                .orElse(Priority.MEDIUM);
    }

    private static boolean isJson(RequestFields fields) throws ProblemException {
        return switch (fields.word("format")) {
            case "", "text" -> false;
            case "json" -> true;
            default -> throw fields.invalid("format", "text or json");
        };
    }

    private static @Nullable AnswerSchema schema(RequestFields fields) throws ProblemException {
        if (!fields.has("schema")) {
            return null;
        }
        RequestFields schema = fields.object("schema");
        schema.requiredObject("schema");
        return SchemaReader.read(schema, "schema", schema.requiredName("name"));
    }

    private static Endpoint endpoint(RequestFields config, String requestModel)
            throws ProblemException {
        String key = config.text("apiKey", MAX_VALUE_LENGTH);
        String model = config.model();
        try {
            return new Endpoint(
                    URI.create(config.requiredName("baseUrl", MAX_VALUE_LENGTH)),
                    model.isEmpty() ? requestModel : model,
                    key.isEmpty() ? null : key,
                    headers(config));
        } catch (IllegalArgumentException e) {
            throw config.rejected(
                    "baseUrl",
                    "is none (expected http or https and a host, without user and password)");
        }
    }

    private static Map<String, String> headers(RequestFields config) throws ProblemException {
        RequestFields given = config.object("customHeaders");
        Map<String, String> headers = new LinkedHashMap<>();
        for (String name : given.names()) {
            if (RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                throw given.rejected(name, "is the gateway's own (expected another one)");
            }
            headers.put(name, given.text(name, MAX_VALUE_LENGTH));
        }
        if (headers.size() > MAX_HEADERS) {
            throw config.invalid("customHeaders", MAX_HEADERS + " headers at the most");
        }
        return headers;
    }
}
