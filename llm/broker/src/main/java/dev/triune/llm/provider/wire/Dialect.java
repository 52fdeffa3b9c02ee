/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.provider.signal.ServerError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How requests are spelled for one model of one server: families have options that some of their
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
    private static final List<String> FORMAT_WORDS =
            List.of("response_format", "json", "output_config", "schema", "format");

    /** What is known of a server before its first answer. */
    public static Dialect at(String host) {
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
     * How to go on after a server refused a request as badly formed, going by what it names.
     *
     * @param plan whether the request asked for a plan
     * @return empty if it names nothing that could be left out
     */
    public Optional<Dialect> after(ServerError error, boolean plan) {
        String said = (error.message() + " " + error.code()).toLowerCase(Locale.ROOT);
        if (said.contains(COMPLETION_TOKENS)) {
            boolean wanted = !completionTokens || said.contains("max_tokens");
            return other(new Dialect(structured, wanted, temperature, streamUsage));
        }
        if (said.contains("stream_options")) {
            return other(new Dialect(structured, completionTokens, temperature, false));
        }
        if (plan && FORMAT_WORDS.stream().anyMatch(said::contains)) {
            return other(with(structured.less()));
        }
        return said.contains("temperature")
                ? other(new Dialect(structured, completionTokens, false, streamUsage))
                : Optional.empty();
    }

    private Optional<Dialect> other(Dialect next) {
        return next.equals(this) ? Optional.empty() : Optional.of(next);
    }
}
