/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import org.jspecify.annotations.Nullable;

/**
 * A call to a provider. Immutable.
 *
 * @param maxTokens the maximum number of tokens of the answer, 1 or more
 * @param temperature the sampling temperature, 0 to 2
 * @param options optional parameters, including those of the provider's settings
 * @param schema the schema of a plan's JSON; null if not given
 * @param nonStreaming whether the answer may come in one piece
 */
public record ModelCall(
        String model,
        Prompt prompt,
        AnswerFormat format,
        int maxTokens,
        double temperature,
        ModelOptions options,
        @Nullable AnswerSchema schema,
        Caller caller,
        boolean nonStreaming) {
    /** Creates a call without options and without a caller. */
    public ModelCall(
            String model,
            Prompt prompt,
            AnswerFormat format,
            int maxTokens,
            double temperature,
            @Nullable AnswerSchema schema) {
        this(
                model,
                prompt,
                format,
                maxTokens,
                temperature,
                ModelOptions.NONE,
                schema,
                Caller.UNKNOWN,
                false);
    }

    /** Creates a call without options, schema and caller. */
    public ModelCall(
            String model, Prompt prompt, AnswerFormat format, int maxTokens, double temperature) {
        this(model, prompt, format, maxTokens, temperature, null);
    }

    /** Copies this call with other options. */
    public ModelCall withOptions(ModelOptions other) {
        return new ModelCall(
                model, prompt, format, maxTokens, temperature, other, schema, caller, nonStreaming);
    }

    /** Copies this call with another maximum number of tokens of the answer, 1 or more. */
    public ModelCall withMaxTokens(int other) {
        return new ModelCall(
                model, prompt, format, other, temperature, options, schema, caller, nonStreaming);
    }

    /** Copies this call with its answer in one piece. */
    public ModelCall inOnePiece() {
        return new ModelCall(
                model, prompt, format, maxTokens, temperature, options, schema, caller, true);
    }

    /** Copies this call without its caller: equal copies may share an answer. */
    public ModelCall withoutCaller() {
        return new ModelCall(
                model,
                prompt,
                format,
                maxTokens,
                temperature,
                options,
                schema,
                Caller.UNKNOWN,
                false);
    }

    /**
     * The caller of a model, for providers with queues, such as a gateway: the agent's name or an
     * empty text, the urgency, and the cost in credits, 1 or more. Not part of the prompt.
     * Immutable.
     */
    public record Caller(String agent, Priority priority, int cost) {
        /** No particular caller, with medium priority, for one credit. */
        public static final Caller UNKNOWN = new Caller("", Priority.MEDIUM, 1);
    }
}
