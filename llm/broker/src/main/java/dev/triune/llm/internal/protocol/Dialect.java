/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Request;
import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The way to write requests for one model of one server: families have options that some of their
 * servers lack or name differently. Immutable.
 *
 * @param server the configured settings of the server
 * @param structured the structured output to request for plans
 * @param completionTokens whether the answer limit is {@code max_completion_tokens}, as newer
 *     models of OpenAI expect, and not {@code max_tokens}
 * @param withheld optional fields that the server has rejected
 * @param reasoning the number of {@link ReasoningForms} that the server has rejected; {@link
 *     #FORCED_OFF} if it requires reasoning to be off
 * @param context the context to request from Ollama, in tokens; 0 for the server's own
 */
public record Dialect(
        ServerSettings server,
        StructuredOutput structured,
        boolean completionTokens,
        Set<String> withheld,
        int reasoning,
        int context) {
    /** The value of {@link #reasoning} if a server rejects tools unless reasoning is off. */
    static final int FORCED_OFF = -1;

    static final String TEMPERATURE = "temperature";
    static final String TOP_P = "top_p";
    static final String SEED = "seed";
    static final String CACHE_KEY = "prompt_cache_key";
    static final String STOP = "stop";
    static final String STREAM_OPTIONS = "stream_options";

    private static final int MAX_REASONING_FORM = 3;
    private static final String COMPLETION_TOKENS = "max_completion_tokens";
    private static final Set<ServerKind> COMPLETION =
            Set.of(ServerKind.OPENAI, ServerKind.GROQ, ServerKind.CEREBRAS);

    /** The text before an option's name in a message; a bare word may be quoted from the prompt. */
    private static final String NAMED =
            "(?:[\"'`]|^|\\b(?:invalid|unsupported|option|parameter|field|argument|model|support)"
                    + "\\W{1,3})";

    private static final Pattern FORMAT = Pattern.compile("response_format|output_config"
            + "|output_format|parse grammar|json[_ ]schema|json_object|\\.format\\b|" + NAMED
            + "format\\b");

    /** Fields that an answer does not depend on, or that we can apply, omitted once rejected. */
    private static final List<String> HINTS = List.of(
            TEMPERATURE, TOP_P, SEED, CACHE_KEY, STOP, "presence_penalty", "frequency_penalty");

    private static final Set<String> REASONING_FIELDS = Set.of(
            "reasoning_effort", "reasoning", "think", "thinking", "effort", "chat_template_kwargs");

    private static final Pattern REASONING =
            Pattern.compile("reasoning|thinking|\\bthink\\b|\\beffort\\b|chat_template_kwargs");

    private static final Pattern DEMANDS_OFF =
            Pattern.compile("reasoning_effort\\W{1,3}to\\W{1,3}none\\b");

    /** Models that reject any temperature except their default. */
    private static final Pattern FIXED_TEMPERATURE =
            Pattern.compile("(?:^|/)(?:gpt-[5-9]|o\\d|claude-[a-z]+-[5-9])");

    /** Codes for an answer that violates the format, which the server does support. */
    private static final Set<String> NOT_KEPT = Set.of("json_validate_failed", "failed_generation");

    public static Dialect forHost(String host, ServerSettings settings) {
        ServerKind kind = settings.kindAt(host);
        return new Dialect(
                new ServerSettings(
                        kind, settings.sendPriority(), settings.keepAlive(), settings.minContext()),
                kind == ServerKind.GROQ ? StructuredOutput.JSON : StructuredOutput.SCHEMA,
                COMPLETION.contains(kind),
                kind == ServerKind.GROQ ? Set.of(STREAM_OPTIONS) : Set.of(),
                0,
                0);
    }

    public Dialect with(StructuredOutput how) {
        return new Dialect(server, how, completionTokens, withheld, reasoning, context);
    }

    public Dialect withContext(int tokens) {
        return new Dialect(server, structured, completionTokens, withheld, reasoning, tokens);
    }

    private Dialect withReasoning(int refused) {
        return new Dialect(server, structured, completionTokens, withheld, refused, context);
    }

    private Dialect without(String field) {
        Set<String> withheldFields = new HashSet<>(withheld);
        withheldFields.add(field);
        return new Dialect(
                server, structured, completionTokens, withheldFields, reasoning, context);
    }

    ServerKind kind() {
        return server.kindAt("");
    }

    /** Whether a field may be sent: false once the server has rejected it. */
    boolean sends(String field) {
        return !withheld.contains(field);
    }

    /** Returns those of the further fields that may be sent. */
    Map<String, Object> sent(Map<String, Object> fields) {
        if (withheld.stream().noneMatch(fields::containsKey)) {
            return fields;
        }
        Map<String, Object> sent = new LinkedHashMap<>(fields);
        sent.keySet().removeAll(withheld);
        return sent;
    }

    /** Whether to send a call's temperature; models with their own default do not get ours. */
    boolean sendsTemperature(ModelCall call) {
        return sends(TEMPERATURE)
                && (call.temperature() != Request.DEFAULT_TEMPERATURE
                        || !FIXED_TEMPERATURE.matcher(call.model()).find());
    }

    /** Returns a pattern of a field's name, also as xAI writes it, without the low line. */
    private static Pattern named(String field) {
        return Pattern.compile(NAMED + field.replace("_", "_?") + "\\b");
    }

    /**
     * Returns the dialect after a rejection that names a sent field or the form; empty if it names
     * none. Options are only ever removed, so this ends after a few rejections.
     */
    public Optional<Dialect> adaptedTo(ServerError error, OutputForm form, Set<String> sent) {
        if (NOT_KEPT.contains(error.code()) || NOT_KEPT.contains(error.type())) {
            return Optional.empty();
        }
        String errorText = (error.message() + " '" + error.code() + "'").toLowerCase(Locale.ROOT);
        if (!completionTokens && errorText.contains(COMPLETION_TOKENS)) {
            return Optional.of(new Dialect(server, structured, true, withheld, reasoning, context));
        }
        if (sends(STREAM_OPTIONS) && errorText.contains(STREAM_OPTIONS)) {
            return Optional.of(without(STREAM_OPTIONS));
        }
        if (reasoning >= 0
                && reasoning < MAX_REASONING_FORM
                && DEMANDS_OFF.matcher(errorText).find()) {
            return Optional.of(withReasoning(FORCED_OFF));
        }
        for (String hint : HINTS) {
            if (sends(hint)
                    && sent.contains(hint)
                    && named(hint).matcher(errorText).find()) {
                return Optional.of(without(hint));
            }
        }
        if (reasoning < MAX_REASONING_FORM
                && sent.stream().anyMatch(REASONING_FIELDS::contains)
                && REASONING.matcher(errorText).find()) {
            return Optional.of(withReasoning(reasoning < 0 ? MAX_REASONING_FORM : reasoning + 1));
        }
        if (form != OutputForm.FREE && FORMAT.matcher(errorText).find()) {
            boolean schema = form == OutputForm.SCHEMA;
            return Optional.of(with(schema ? StructuredOutput.JSON : StructuredOutput.NONE));
        }
        return Optional.empty();
    }
}
