/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import java.util.Optional;

/**
 * A call as a provider sees it. Immutable.
 *
 * @param maxTokens the most tokens of the answer, 1 or more
 * @param temperature the sampling temperature, 0 to 2
 * @param options optional parameters, those of the provider's settings included
 * @param schema the form of a plan's JSON, if given
 * @param nonStreaming whether the answer may come in one piece
 */
public record ModelCall(
        String model,
        Prompt prompt,
        AnswerFormat format,
        int maxTokens,
        double temperature,
        ModelOptions options,
        Optional<AnswerSchema> schema,
        Caller caller,
        boolean nonStreaming) {
    /** A call without options, of nobody in particular. */
    public ModelCall(
            String model,
            Prompt prompt,
            AnswerFormat format,
            int maxTokens,
            double temperature,
            Optional<AnswerSchema> schema) {
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

    /** A call without a schema, of nobody in particular. */
    public ModelCall(
            String model, Prompt prompt, AnswerFormat format, int maxTokens, double temperature) {
        this(model, prompt, format, maxTokens, temperature, Optional.empty());
    }

    /** Copies this call with those options. */
    public ModelCall withOptions(ModelOptions other) {
        return with(other, caller, nonStreaming);
    }

    /** Copies this call on behalf of that caller. */
    public ModelCall withCaller(Caller other) {
        return with(options, other, nonStreaming);
    }

    /** What the model is asked, alone: equal for calls that may share an answer. */
    public ModelCall withoutCaller() {
        return with(options, Caller.UNKNOWN, false);
    }

    private ModelCall with(ModelOptions others, Caller other, boolean whole) {
        return new ModelCall(
                model, prompt, format, maxTokens, temperature, others, schema, other, whole);
    }

    /**
     * On whose behalf a call is made, for providers that queue themselves, as a gateway does: the
     * agent, or empty, its urgency, and its credits, 1 or more. Not part of the prompt. Immutable.
     */
    public record Caller(String agent, Priority priority, int cost) {
        /** Nobody in particular, of medium priority, for one credit. */
        public static final Caller UNKNOWN = new Caller("", Priority.MEDIUM, 1);
    }
}
