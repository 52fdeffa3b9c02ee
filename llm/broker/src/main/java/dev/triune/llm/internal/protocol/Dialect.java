/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.StructuredOutput;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How requests are spelled for one model of one server, with or without a schema: families have options that some of their
 * servers lack or call by other names. Immutable.
 *
 * @param structured how much is asked for where a plan is expected
 * @param completionTokens whether the limit of the answer is called {@code max_completion_tokens}, as
 *     newer models of OpenAI want it, and not {@code max_tokens}
 * @param temperature whether a sampling temperature is sent
 * @param streamUsage whether a stream is asked to report tokens ({@code stream_options})
 */
public record Dialect(
        StructuredOutput structured,
        boolean completionTokens,
        boolean temperature,
        boolean streamUsage) {
    private static final String OPENAI = "api.openai.com";
    private static final String GROQ = "api.groq.com";
    private static final String COMPLETION_TOKENS = "max_completion_tokens";

    /**
     * What a message says in front of the name of an option, or the quote that it begins with. A bare
     * word may be one of the prompt's.
     */
    private static final String NAMED =
            "(?:[\"'`]|^|\\b(?:invalid|unsupported|option|parameter|field)\\W{1,3})";

    private static final Pattern FORMAT = Pattern.compile("response_format|output_config"
            + "|output_format|json[_ ]schema|json_object|\\.format\\b|" + NAMED + "format\\b");

    private static final Pattern TEMPERATURE = Pattern.compile(NAMED + "temperature\\b");

    /** The model did not keep to the format, which says nothing of whether the server has it. */
    private static final Set<String> NOT_KEPT = Set.of("json_validate_failed", "failed_generation");

    /** What is known of a server before its first answer. */
    public static Dialect forHost(String host) {
        return new Dialect(
                GROQ.equals(host) ? StructuredOutput.JSON : StructuredOutput.SCHEMA,
                OPENAI.equals(host),
                true,
                true);
    }

    /** The same, asking for that much structure. */
    public Dialect with(StructuredOutput how) {
        return new Dialect(how, completionTokens, temperature, streamUsage);
    }

    /**
     * How to go on after a server refused a request as badly formed, going by what it names. Each
     * option is given up once and never taken up again, so whatever servers say, this ends after a
     * few refusals.
     *
     * @param outputForm what the request asked for
     * @return empty if it names nothing that could be left out
     */
    public Optional<Dialect> adaptedTo(
            ServerError error, ModelRequestWriter.OutputForm outputForm) {
        if (NOT_KEPT.contains(error.code()) || NOT_KEPT.contains(error.type())) {
            return Optional.empty();
        }
        String said = (error.message() + " '" + error.code() + "'").toLowerCase(Locale.ROOT);
        if (!completionTokens && said.contains(COMPLETION_TOKENS)) {
            return Optional.of(new Dialect(structured, true, temperature, streamUsage));
        }
        if (streamUsage && said.contains("stream_options")) {
            return Optional.of(new Dialect(structured, completionTokens, temperature, false));
        }
        if (outputForm != ModelRequestWriter.OutputForm.FREE
                && FORMAT.matcher(said).find()) {
            boolean schema = outputForm == ModelRequestWriter.OutputForm.SCHEMA;
            return Optional.of(with(schema ? StructuredOutput.JSON : StructuredOutput.NONE));
        }
        return temperature && TEMPERATURE.matcher(said).find()
                ? Optional.of(new Dialect(structured, completionTokens, false, streamUsage))
                : Optional.empty();
    }
}
