/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What servers mean by refusals whose status says something else, as a table: whose fault it is,
 * and whether it passes. The first rule that matches counts. Only a fault of the key, the account
 * or the model recurs for other requests.
 */
public final class ErrorRules {
    /** What a refusal means. */
    public enum Meaning {
        /** The key is wrong. */
        KEY,
        /** The request is: it would be refused for any key. */
        REQUEST,
        /** The account cannot pay for this request, but for smaller ones. */
        TOO_EXPENSIVE,
        /** The account cannot pay for any request. */
        NO_MONEY,
        /** The model is not there for this key. */
        NO_MODEL,
        /** The server is, or one before it. */
        SERVER,
        /** The model wrote what the server could not read. */
        UNREADABLE,
        /** A rate limit or an overload. */
        WAIT,
        /** The server is about to be ready. */
        LOADING,
        /** As the status says. */
        AS_STATED
    }

    /** Matches by status (none for all), and by a name, the message or the whole body. */
    private record Rule(Meaning meaning, Set<Integer> statuses, Predicate<ErrorResponse> match) {
        boolean matches(ErrorResponse answer) {
            return (statuses.isEmpty() || statuses.contains(answer.status())) && match.test(answer);
        }
    }

    private static final Set<Integer> ANY = Set.of();

    private static final String FEATURES =
            "(?:tools?|functions?|images?|vision|audio|video|files?|pdfs?|documents?|input|output"
                    + "|structured|json|response_format|reasoning|thinking|streaming|stop"
                    + "|log ?probs|temperature|system|developer|multimodal|parameters?)";

    private static final Pattern AFFORDS =
            Pattern.compile("can only afford ([0-9][0-9,]*)", Pattern.CASE_INSENSITIVE);

    private static final int MAX_DIGITS = 9;

    private static final Pattern FIGURES = Pattern.compile(
            "Limit ([0-9]{1,12}),(?: Used [0-9]{1,12},)? Requested ~?([0-9]{1,12})");

    private static final List<Rule> RULES = List.of(
            new Rule(Meaning.KEY, Set.of(400), body("API_KEY_INVALID")), // Gemini
            new Rule(
                    Meaning.UNREADABLE,
                    ANY,
                    named("json_validate_failed tool_use_failed output_parse_failed")), // Groq
            new Rule(
                    Meaning.REQUEST,
                    Set.of(400, 403, 451),
                    named("content_policy_violation content_policy content_filter content_filtered"
                                    + " guardrail_violation guardrail_intervened moderation_blocked"
                                    + " data_inspection_failed datainspectionfailed"
                                    + " responsibleaipolicyviolation safety_violation")
                            .or(body("\"flagged_input\"")) // OpenRouter
                            .or(says("usage guidelines|content polic(?:y|ies)|usage polic(?:y|ies)"
                                    + "|safety_check|flagged (?:for|by|as)|was flagged"
                                    + "|inappropriate content|by (?:a )?guardrail"
                                    + "|moderation (?:system|check|filter)"))),
            new Rule(
                    Meaning.TOO_EXPENSIVE,
                    Set.of(402),
                    says("fewer max_tokens|prompt tokens limit exceeded")
                            .and(answer -> affordable(answer.error()) != 0)),
            new Rule( // LiteLLM
                    Meaning.TOO_EXPENSIVE,
                    Set.of(400, 429),
                    says("estimated request cost|exceeded budget for (?:model|deployment)")),
            new Rule(
                    Meaning.NO_MONEY,
                    Set.of(400, 402, 403, 429, 500),
                    answer -> answer.error().isOutOfMoney()),
            new Rule(
                    Meaning.KEY,
                    Set.of(400, 401, 403, 429),
                    named("account_deactivated organization_restricted account_suspended")
                            .or(says("(?:organization|account) (?:has been|is|was)"
                                    + " (?:disabled|restricted|deactivated|suspended|banned)"
                                    + "|deactivated account"))),
            new Rule( // Doubao: its owner's limit for the model
                    Meaning.NO_MODEL, ANY, named("setlimitexceeded")),
            new Rule( // Ollama
                    Meaning.NO_MODEL,
                    Set.of(400, 500),
                    says("requires more system memory|error loading model|unable to load model"
                            + "|failed to load model")),
            new Rule( // Bedrock: it is only there by a profile
                    Meaning.NO_MODEL, Set.of(400), says("with on-demand throughput")),
            new Rule( // Cloudflare, and other firewalls: nobody has looked at the key
                    Meaning.SERVER,
                    Set.of(403),
                    says("^\\s*<(?:!doctype|html)|^error code: 1\\d{3}\\b")),
            new Rule( // One API, New API
                    Meaning.NO_MODEL, Set.of(503), says("no available channels? for model|无可用渠道")),
            new Rule(
                    Meaning.REQUEST,
                    Set.of(400, 403, 404, 500, 501),
                    says("\\bsupport(?:s|ing)?\\s(?:the\\s(?:provided|requested)\\s)?['\"`]?(?:\\w+\\s)?"
                                    + FEATURES + "\\b|" + FEATURES
                                    + "\\s(?:\\w+\\s){0,2}(?:is|are) not supported"
                                    + "|support the provided|handle the requested parameters")
                            .and(says("no longer support").negate())),
            new Rule(
                    Meaning.REQUEST,
                    Set.of(400, 422, 500),
                    says("roles must alternate").or(answer -> answer.error().isTooLong())),
            new Rule(
                    Meaning.REQUEST,
                    Set.of(413, 429),
                    says("request too large").or(ErrorRules::exceedsLimitAlone)),
            new Rule(
                    Meaning.WAIT,
                    ANY,
                    named("engine_overloaded_error engine_overloaded")), // Moonshot, OpenAI
            new Rule( // Gemini, OpenAI
                    Meaning.WAIT,
                    Set.of(503),
                    says("model is (?:currently )?(?:overloaded|experiencing high demand)")),
            new Rule(
                    Meaning.WAIT,
                    Set.of(400, 403),
                    named("rate_limit_exceeded")
                            .or(answer -> answer.error().code().startsWith("Throttling"))
                            .or(says("^too many requests"))), // DashScope
            new Rule(
                    Meaning.LOADING,
                    Set.of(503),
                    named("model_loading").or(says("loading model|is (?:currently )?loading"))));

    private ErrorRules() {}

    /** Returns what a refusal means. */
    public static Meaning meaning(ErrorResponse answer) {
        return RULES.stream()
                .filter(rule -> rule.matches(answer))
                .findFirst()
                .map(Rule::meaning)
                .orElse(Meaning.AS_STATED);
    }

    /** Matches a code or a type, in any case. */
    private static Predicate<ErrorResponse> named(String names) {
        Set<String> set = Set.of(names.split(" "));
        return answer -> set.contains(answer.error().code().toLowerCase(Locale.ROOT))
                || set.contains(answer.error().type().toLowerCase(Locale.ROOT));
    }

    /** Matches the message, or the body of an error without one, in any case. */
    private static Predicate<ErrorResponse> says(String words) {
        Pattern pattern = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
        return answer -> pattern.matcher(answer.words()).find();
    }

    private static Predicate<ErrorResponse> body(String words) {
        return answer -> answer.contains(words);
    }

    /** Returns the longest answer that the account can pay for, in tokens; -1 if unknown. */
    public static int affordable(ServerError error) {
        Matcher tokens = AFFORDS.matcher(error.message());
        if (!tokens.find()) {
            return -1;
        }
        String digits = tokens.group(1).replace(",", "");
        return digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    /** Whether a request alone is above the limit, so that waiting does not help. */
    private static boolean exceedsLimitAlone(ErrorResponse answer) {
        Matcher figures = FIGURES.matcher(answer.error().message());
        return figures.find()
                && Long.parseLong(figures.group(2)) > Long.parseLong(figures.group(1));
    }
}
