/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An error reported by a server: in an object {@code error}, as a text {@code error}, or flat in
 * the body. Immutable.
 *
 * @param message the server's message, not redacted; empty if there is none
 * @param code a short name or a number as text; empty if there is none
 * @param type a short name; empty if there is none
 */
public record ServerError(String message, String code, String type) {
    private static final int MAX_NESTING = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .build();

    /** MiniMax's object beside each answer, with {@code status_code} 0 beside good ones. */
    public static final String BASE = "base_resp";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    private static final Set<String> AUTHENTICATION =
            Set.of("invalid_api_key", "authentication_error");
    private static final Set<String> RATE_LIMIT = Set.of(
            "insufficient_quota",
            "rate_limit_exceeded",
            "rate_limit_error",
            "rate_limited",
            "RATE_LIMITED",
            "queue_exceeded",
            "token_quota_exceeded",
            "request_quota_exceeded",
            "1302", // GLM
            "1303",
            "1305",
            "1002", // MiniMax
            "1039");
    private static final Set<String> FILTERED =
            Set.of("DataInspectionFailed", "data_inspection_failed", "content_filter");
    private static final String OVERLOADED = "overloaded_error";
    private static final Set<String> NO_MONEY = Set.of(
            "insufficient_quota",
            "billing_error",
            "billing_not_active",
            "billing_hard_limit_reached",
            "exceeded_current_quota_error", // Moonshot
            "arrearage", // DashScope
            "arrears",
            "budget_exceeded", // LiteLLM
            "insufficient_user_quota", // New API
            "insufficient_balance",
            "insufficient_balance_error",
            "accountoverdueerror", // Doubao
            "1113", // GLM
            "1008"); // MiniMax

    /** What servers say of accounts that cannot pay, or that used up what they paid for. */
    private static final Pattern SPENT = Pattern.compile(
            "credit balance is too low|insufficient (?:account )?balance|余额不足"
                    + "|^key limit exceeded|budget has been exceeded|payment is past due"
                    + "|used all available credits|monthly spending limit"
                    + "|(?:session|hourly|daily|weekly|monthly) usage limit|usage limit reached"
                    + "|limit exhausted|使用上限",
            Pattern.CASE_INSENSITIVE);

    /** What servers say of prompts, or prompts and answers, that are longer than the context. */
    private static final Pattern TOO_LONG = Pattern.compile(
            "context (?:length|size|window|limit)|prompt (?:is )?too long|prompt exceeds"
                    + "|input (?:is )?too long|\\binput length|^input validation error",
            Pattern.CASE_INSENSITIVE);

    /** What servers say of limits that pass, in the words of an exhausted account. */
    private static final Pattern PASSING = Pattern.compile(
            "error-code#token-limit|allocated quota exceeded" // DashScope
                    + "|^" + Behind.SAID + ':', // another account's, maybe
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> NO_MODEL = Set.of(
            "model_not_found", "model_decommissioned", "model_terms_required", "invalid_model");
    private static final String MODEL_BLOCKED = "model_permission_blocked";
    private static final Pattern BAD_MODEL =
            Pattern.compile("is not a valid model ID|^Model Not Exist$");

    /** Excludes scopes such as {@code model.request}. */
    private static final Pattern WITHHELD_MODEL =
            Pattern.compile("\\b(to|from|use|this|that|the) model\\b(?!\\.\\w)");

    private static final Pattern MISSING_MODEL = Pattern.compile(
            "\\bmodels?\\b|^No endpoints found|^Function '.{1,80}not found for account", // NIM
            Pattern.CASE_INSENSITIVE);

    /**
     * Parses a body, or a chunk of a stream, that may not be JSON; never fails. A text is its own
     * message, unless it is a page.
     */
    public static ServerError parse(String body) {
        JsonNode tree = tree(body);
        boolean text = tree.isMissingNode() && !body.stripLeading().startsWith("<");
        return text ? new ServerError(body.strip(), "", "") : of(tree);
    }

    static JsonNode tree(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException noJson) {
            return MAPPER.missingNode();
        }
    }

    /** Reads a body, or a chunk of a stream, that reports an error; never fails. */
    public static ServerError of(JsonNode body) {
        JsonNode error = inside(body);
        if (error.isString()) { // xAI has a code beside it
            return new ServerError(error.stringValue(), text(body, "code"), text(body, "type"));
        }
        return new ServerError(
                Behind.message(message(error), Behind.of(error)),
                first(error, "code", "error_code", "status_code"),
                text(error, "type"));
    }

    static String message(JsonNode error) {
        String message = first(error, "message", "error_msg", "error_message", "status_msg");
        return message.isEmpty() ? detail(error) : message;
    }

    /** Returns the part of a body that describes the error; Gemini wraps it in an array. */
    static JsonNode inside(JsonNode body) {
        JsonNode first = body.isArray() ? body.path(0) : body;
        JsonNode ofChoice = first.path("choices").path(0).path("error");
        return Stream.of(
                        first.path("error"),
                        ofChoice,
                        first.path("errors").path(0),
                        first.path(BASE))
                .filter(each -> !each.isMissingNode())
                .findFirst()
                .orElse(first);
    }

    private static String first(JsonNode error, String... names) {
        return Stream.of(names)
                .map(name -> text(error, name))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the message of FastAPI servers about an invalid request. */
    private static String detail(JsonNode error) {
        JsonNode inner = error.path("message");
        JsonNode detail = (inner.isObject() ? inner : error).path("detail");
        if (!detail.isArray()) {
            return detail.stringValue("");
        }
        return detail.valueStream()
                .map(entry -> location(entry) + text(entry, "msg"))
                .collect(Collectors.joining("; "));
    }

    private static String location(JsonNode entry) {
        JsonNode locationPath = entry.path("loc");
        return locationPath.isEmpty()
                ? ""
                : "'" + locationPath.path(locationPath.size() - 1).asString("") + "': ";
    }

    static String text(JsonNode error, String name) {
        JsonNode value = error.path(name);
        return value.isString() || value.isIntegralNumber() ? value.asString() : "";
    }

    /** Returns the HTTP status, 400 to 599, that matches this error. */
    public int status() {
        if (code.matches("[45]\\d\\d")) {
            return Integer.parseInt(code);
        }
        if (RATE_LIMIT.stream().anyMatch(this::is)) {
            return 429;
        }
        if (AUTHENTICATION.stream().anyMatch(this::is)) {
            return 401;
        }
        if (isOutOfMoney()) {
            return 402;
        }
        if (is(OVERLOADED)) {
            return 529;
        }
        if (is("permission_error")) {
            return 403;
        }
        if (is("not_found_error") || NO_MODEL.stream().anyMatch(this::is)) {
            return 404;
        }
        if (code.startsWith("Throttling")) { // DashScope
            return 429;
        }
        return is("invalid_request_error") || FILTERED.stream().anyMatch(this::is) || isTooLong()
                ? 400
                : 500;
    }

    /**
     * Returns the short name of the error, OpenAI's for a prompt too long for llama.cpp: its code,
     * otherwise its type; empty without either.
     */
    public String name() {
        return is("exceed_context_size_error")
                ? "context_length_exceeded"
                : Stream.of(code, type)
                        .filter(name -> NAME.matcher(name).matches())
                        .findFirst()
                        .orElse("");
    }

    /** Whether the account needs to be paid for before calls are served. */
    public boolean isOutOfMoney() {
        return !PASSING.matcher(message).find()
                && (NO_MONEY.contains(code.toLowerCase(Locale.ROOT))
                        || NO_MONEY.contains(type.toLowerCase(Locale.ROOT))
                        || SPENT.matcher(message).find());
    }

    /** Whether the prompt, or prompt and answer, exceed the model's context. */
    public boolean isTooLong() {
        return is("exceed_context_size_error") // llama.cpp
                || is("context_length_exceeded")
                || TOO_LONG.matcher(message).find();
    }

    /**
     * Whether the server does not know the model, has retired it, or withholds it from the key. A
     * message only counts with 400, 403 and 404, as others may quote the prompt. The model may be
     * empty.
     */
    public boolean isModelUnavailable(int status, String model) {
        if (NO_MODEL.stream().anyMatch(this::is) || code.startsWith(MODEL_BLOCKED)) {
            return true;
        }
        boolean named = model.length() > 2 && message.contains(model);
        return switch (status) {
            case 400 -> BAD_MODEL.matcher(message).find();
            case 403 -> named || WITHHELD_MODEL.matcher(message).find();
            case 404 -> named || MISSING_MODEL.matcher(message).find();
            default -> false;
        };
    }

    /** Whether the server is overloaded, by a name or, as with Ollama, by the message. */
    boolean isOverloaded() {
        return is(OVERLOADED) || message.startsWith("server busy");
    }

    public boolean is(String name) {
        return code.equals(name) || type.equals(name);
    }

    /** Omits the message, which may repeat the prompt. */
    @Override
    public String toString() {
        return "ServerError[code=" + code + ", type=" + type + "]";
    }
}
