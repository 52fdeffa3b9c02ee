/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One prompt on its way to an answer. Immutable; made by {@link #text}, {@link #plan(String)} or
 * {@link #plan(String, Decoder)}.
 *
 * <pre>{@code
 * Request.text("qwen/qwen3-32b").agent("guard-3").priority(Priority.HIGH)
 *         .prompt(() -> Prompt.of("The gate is open. What now?"))
 *         .build()
 * }</pre>
 *
 * @param <T> what the parts of the answer become
 */
public final class Request<T> {
    /** The default of {@link Builder#maxTokens}. */
    public static final int DEFAULT_MAX_TOKENS = 4096;

    /** The default of {@link Builder#temperature}. */
    public static final double DEFAULT_TEMPERATURE = 0.7;

    private final String model;
    private final AnswerFormat format;
    private final Decoder<T> decoder;
    private final String agent;
    private final Priority priority;
    private final PromptSource prompt;
    private final int maxTokens;
    private final double temperature;

    private Request(Builder<T> builder, PromptSource prompt) {
        this.model = builder.model;
        this.format = builder.format;
        this.decoder = builder.decoder;
        this.agent = builder.agent;
        this.priority = builder.priority;
        this.prompt = prompt;
        this.maxTokens = builder.maxTokens;
        this.temperature = builder.temperature;
    }

    /**
     * A request for free text.
     *
     * @param model the model's name; empty for the default model of the first provider
     */
    public static Builder<String> text(String model) {
        return new Builder<>(model, AnswerFormat.TEXT, Decoder.text());
    }

    /**
     * A request for a plan, whose parts are handed through as they are.
     *
     * @param model the model's name; empty for the default model of the first provider
     */
    public static Builder<AnswerPart> plan(String model) {
        return plan(model, Decoder.parts());
    }

    /**
     * A request for a plan, whose parts a decoder turns into a type of the caller.
     *
     * @param model the model's name; empty for the default model of the first provider
     * @param decoder runs on I/O threads
     */
    public static <T> Builder<T> plan(String model, Decoder<T> decoder) {
        return new Builder<>(model, AnswerFormat.PLAN, decoder);
    }

    /** The model's name; empty for the default model of the first provider. */
    public String model() {
        return model;
    }

    /** What form of answer is expected. */
    public AnswerFormat format() {
        return format;
    }

    /** Turns parts into values, on an I/O thread. */
    public Decoder<T> decoder() {
        return decoder;
    }

    /** Who asks, for reports; empty if unnamed. */
    public String agent() {
        return agent;
    }

    /** How urgent it is. */
    public Priority priority() {
        return priority;
    }

    /** Renders the prompt when it is this request's turn. */
    public PromptSource prompt() {
        return prompt;
    }

    /** The most tokens the answer may have, 1 or more. */
    public int maxTokens() {
        return maxTokens;
    }

    /** The sampling temperature, 0 to 2. */
    public double temperature() {
        return temperature;
    }

    @Override
    public String toString() {
        return "Request[" + format + " of " + model + " for " + agent + ", priority "
                + priority.level() + "]";
    }

    /** Collects a request; each setter checks its value. Not thread-safe. */
    public static final class Builder<T> {
        private final String model;
        private final AnswerFormat format;
        private final Decoder<T> decoder;
        private String agent = "";
        private Priority priority = Priority.MEDIUM;
        private Optional<PromptSource> prompt = Optional.empty();
        private int maxTokens = DEFAULT_MAX_TOKENS;
        private double temperature = DEFAULT_TEMPERATURE;

        private Builder(String model, AnswerFormat format, Decoder<T> decoder) {
            this.model = Objects.requireNonNull(model, "model");
            this.format = format;
            this.decoder = Objects.requireNonNull(decoder, "decoder");
        }

        /** Names who asks. */
        public Builder<T> agent(String name) {
            this.agent = Objects.requireNonNull(name, "agent");
            return this;
        }

        /** Sets the priority; {@link Priority#MEDIUM} unless set. */
        public Builder<T> priority(Priority value) {
            this.priority = Objects.requireNonNull(value, "priority");
            return this;
        }

        /** Sets a prompt that is always wanted; rendered when it is its turn, not now. */
        public Builder<T> prompt(Supplier<Prompt> supplier) {
            Objects.requireNonNull(supplier, "prompt");
            return source(() -> Optional.of(supplier.get()));
        }

        /** Sets a prompt that may withdraw itself when it is its turn. */
        public Builder<T> source(PromptSource source) {
            this.prompt = Optional.of(source);
            return this;
        }

        /** Limits the answer, 1 or more tokens; {@value Request#DEFAULT_MAX_TOKENS} unless set. */
        public Builder<T> maxTokens(int tokens) {
            if (tokens < 1) {
                throw new IllegalArgumentException("maxTokens " + tokens + " (expected 1 or more)");
            }
            this.maxTokens = tokens;
            return this;
        }

        /** Sets the temperature, 0 to 2; {@value Request#DEFAULT_TEMPERATURE} unless set. */
        public Builder<T> temperature(double value) {
            if (!(value >= 0 && value <= 2)) {
                throw new IllegalArgumentException("temperature " + value + " (expected 0 to 2)");
            }
            this.temperature = value;
            return this;
        }

        /**
         * Builds the request.
         *
         * @throws IllegalStateException if no prompt was set
         */
        public Request<T> build() {
            return new Request<>(
                    this,
                    prompt.orElseThrow(() -> new IllegalStateException(
                            "request without a prompt: call prompt(...) or source(...)")));
        }
    }
}
