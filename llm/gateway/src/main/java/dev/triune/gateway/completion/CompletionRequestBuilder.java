/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.ServerExchange.SESSION_HEADER;

import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.PriorityParser;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.SchemaReader;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Request.CancelToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the parts of a request that all protocols share, and builds it. Not thread-safe. */
final class CompletionRequestBuilder {
    private static final String PRIORITY_HEADER = "X-Priority";
    private static final int MAX_TOKENS = 1_000_000;
    private static final int MAX_SCHEMA_NAME_LENGTH = 64;

    /** The default of OpenAI and Anthropic, which their clients rely on. */
    private static final double DEFAULT_TEMPERATURE = 1;

    private final RequestFields fields;
    private final UnaryOperator<String> headers;
    private final List<Message> messages = new ArrayList<>();
    private final Map<String, Object> extra = new LinkedHashMap<>();
    private final List<String> dropped = new ArrayList<>();
    private AnswerFormat format = AnswerFormat.TEXT;
    private @Nullable AnswerSchema schema;
    private ModelOptions options = ModelOptions.NONE;
    private int maxTokens = Request.DEFAULT_MAX_TOKENS;
    private int stable;

    /**
     * Starts a request.
     *
     * @param headers returns the value of a header, empty if it is missing
     * @param known the fields of the protocol
     * @param unknownFields the handling of other fields
     */
    CompletionRequestBuilder(
            RequestFields fields,
            UnaryOperator<String> headers,
            Set<String> known,
            UnknownFields unknownFields)
            throws ProblemException {
        this.fields = fields;
        this.headers = headers;
        for (String name : fields.names()) {
            if (!known.contains(name) && fields.has(name)) {
                unknown(name, unknownFields);
            }
        }
    }

    private void unknown(String name, UnknownFields handling) throws ProblemException {
        switch (handling) {
            case DROP -> dropped.add(name.replaceAll("[^\\w.-]", "?"));
            case PASS -> forward(name, fields.get(name));
            case REFUSE ->
                throw fields.rejected(name, "is not known to this gateway (expected it left out)");
        }
    }

    /** Names a field that is left out in the answer's header, once. */
    void drop(String name) {
        if (!dropped.contains(name)) {
            dropped.add(name);
        }
    }

    /** Forwards a field to the provider unchanged. */
    void forward(String name, JsonNode value) {
        extra.put(name, SchemaReader.plain(value));
    }

    /** Forwards a field unless it is missing or has its default value. */
    void forwardUnless(
            String name, String expected, Predicate<JsonNode> valid, Predicate<JsonNode> neutral)
            throws ProblemException {
        JsonNode value = fields.get(name);
        if (fields.has(name) && !valid.test(value)) {
            throw fields.invalid(name, expected);
        }
        if (fields.has(name) && !neutral.test(value)) {
            forward(name, value);
        }
    }

    /** Forwards a number unless it is missing or zero. */
    void forwardNumber(String name, double min, double max) throws ProblemException {
        if (fields.number(name, min, max).orElse(0.0) != 0) {
            forward(name, fields.get(name));
        }
    }

    /** Forwards a flag unless it is missing or has its default value. */
    void forwardFlag(String name, boolean neutral) throws ProblemException {
        if (fields.has(name) && fields.flag(name) != neutral) {
            extra.put(name, !neutral);
        }
    }

    /** Asks for one tool call at a time. */
    void forbidParallelCalls() {
        extra.put("parallel_tool_calls", false);
    }

    void add(Message message) {
        messages.add(message);
    }

    /** Adds a tool call to the assistant's message before, or as its own message. */
    void addToolCall(ToolCall call) {
        int last = messages.size() - 1;
        if (last < 0 || messages.get(last).role() != Message.Role.ASSISTANT) {
            messages.add(Message.assistant("", List.of(call)));
            return;
        }
        List<ToolCall> calls = new ArrayList<>(messages.get(last).toolCalls());
        calls.add(call);
        messages.set(last, Message.assistant(messages.get(last).text(), calls));
    }

    /** Marks the messages so far as equal in many requests. */
    void markStable() {
        stable = messages.size();
    }

    /**
     * Reads the form of the answer, if the field is present.
     *
     * @param nested whether schema and name are within an object {@code json_schema}
     */
    void format(RequestFields owner, String field, boolean nested) throws ProblemException {
        if (!owner.has(field)) {
            return;
        }
        RequestFields form = owner.object(field);
        switch (form.text("type", MAX_SCHEMA_NAME_LENGTH)) {
            case "text" -> {}
            case "json_object" -> format = AnswerFormat.JSON;
            case "json_schema" -> {
                format = AnswerFormat.JSON;
                schema = schema(nested ? form.requiredObject("json_schema") : form, nested);
            }
            default -> throw form.invalid("type", "text, json_object or json_schema");
        }
    }

    /** Reads the schema, which is optional with OpenAI; null without one. */
    private static @Nullable AnswerSchema schema(RequestFields owner, boolean named)
            throws ProblemException {
        String name = named
                ? owner.requiredName("name", MAX_SCHEMA_NAME_LENGTH)
                : owner.name("name", MAX_SCHEMA_NAME_LENGTH);
        return owner.has("schema")
                ? SchemaReader.read(owner, "schema", name.isEmpty() ? "answer" : name)
                : null;
    }

    /** Requests embeddings in place of an answer. */
    void embeddings() {
        format = AnswerFormat.EMBEDDINGS;
        maxTokens = 1;
    }

    Optional<Integer> maxTokens(String field) throws ProblemException {
        Optional<Integer> tokens = fields.integer(field, 1, MAX_TOKENS).map(Long::intValue);
        tokens.ifPresent(value -> maxTokens = value);
        return tokens;
    }

    void tools(List<Tool> tools, String choice) throws ProblemException {
        options = ModelOptionsReader.withTools(options, fields, tools, "tool_choice", choice);
    }

    /** Reads stop sequences: one, or a list. */
    void stop(String field) throws ProblemException {
        options = options.stop(ModelOptionsReader.stop(fields, field).toArray(String[]::new));
    }

    /** Reads a seed; a negative one, which only OpenAI supports, is forwarded unchanged. */
    void seed(String field) throws ProblemException {
        Optional<Long> seed = fields.integer(field, Long.MIN_VALUE, Long.MAX_VALUE);
        if (seed.isPresent() && seed.get() < 0) {
            forward(field, fields.get(field));
        } else if (seed.isPresent()) {
            options = options.seed(seed.get());
        }
    }

    /** Reads the level of reasoning, by the words of all providers. */
    void reasoning(RequestFields owner, String field) throws ProblemException {
        String effort = owner.word(field);
        if (!effort.isEmpty()) {
            reasoning(
                    switch (effort) {
                        case "none" -> Reasoning.OFF;
                        case "minimal", "low" -> Reasoning.LOW;
                        case "medium" -> Reasoning.MEDIUM;
                        case "high", "xhigh", "max" -> Reasoning.HIGH;
                        default ->
                            throw owner.invalid(field, "none, minimal, low, medium, high or xhigh");
                    });
        }
    }

    void reasoning(Reasoning level) {
        options = options.reasoning(level);
    }

    /**
     * Builds the request.
     *
     * @param user the name of the game if there is no header for it
     * @param choices the number of requested answers
     */
    CompletionRequest build(String user, int choices, boolean includeUsage)
            throws ProblemException {
        if (messages.isEmpty()) {
            throw fields.invalid("messages", "at least one message");
        }
        topP();
        Prompt prompt = new Prompt(messages).withStable(stable);
        String model = fields.model();
        Request.Builder<String> request = switch (format) {
            case EMBEDDINGS -> Request.embeddings(model);
            case JSON -> Request.json(model);
            case TEXT, PLAN -> Request.text(model);
        };
        request.tenant(session(user))
                .singleRound(true) // clients retry by themselves
                .promptSource(prompt)
                .maxTokens(maxTokens)
                .temperature(fields.number("temperature", 0, 2).orElse(DEFAULT_TEMPERATURE))
                .priority(priority())
                .nonStreaming(format == AnswerFormat.EMBEDDINGS || !fields.flag("stream"));
        if (schema != null) {
            request.schema(schema);
        }
        ModelOptions all = withExtra();
        List<Request<String>> requests = new ArrayList<>();
        for (int i = 0; i < choices; i++) {
            Long seed = all.seed(); // equal calls with one seed would get one answer
            request.options(
                    seed == null || i == 0 ? all : all.seed(Math.abs((seed + i) % Long.MAX_VALUE)));
            requests.add(request.cancelToken(new CancelToken()).build());
        }
        return new CompletionRequest(requests, includeUsage, dropped);
    }

    private void topP() throws ProblemException {
        Optional<Double> topP = fields.share("top_p");
        if (topP.isPresent() && topP.get() < 1) {
            options = options.topP(topP.get());
        }
    }

    private ModelOptions withExtra() throws ProblemException {
        try {
            return options.extraBody(extra);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.invalidField("", String.valueOf(e.getMessage())));
        }
    }

    /** Returns the session, preferring the header, which a game can set once for all its calls. */
    private String session(String user) throws ProblemException {
        String header = headers.apply(SESSION_HEADER);
        if (header.length() > RequestFields.MAX_NAME_LENGTH) {
            throw wrongHeader(
                    SESSION_HEADER,
                    "has " + header.length() + " characters (expected "
                            + RequestFields.MAX_NAME_LENGTH + " at the most)");
        }
        return header.isEmpty() ? user : header;
    }

    private Priority priority() throws ProblemException {
        String header = headers.apply(PRIORITY_HEADER);
        if (header.isEmpty()) {
            return Priority.MEDIUM;
        }
        return PriorityParser.parse(header)
                .orElseThrow(() -> wrongHeader(
                        PRIORITY_HEADER, "is wrong (expected " + PriorityParser.EXPECTED + ")"));
    }

    private static ProblemException wrongHeader(String name, String problem) {
        return new ProblemException(
                Problem.invalidField(name, "the header " + name + " " + problem));
    }
}
