/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.SharedLimits.CallBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request for an answer to a prompt. Immutable.
 *
 * @param <T> the type into which the answer's parts are decoded
 */
public final class Request<T> {
    /** Version, trace, span and flags; versions after 00 may add more. */
    private static final Pattern TRACE_PARENT = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** The default of {@link Builder#maxTokens}. */
    public static final int DEFAULT_MAX_TOKENS = 4096;

    /** The default of {@link Builder#temperature}. */
    public static final double DEFAULT_TEMPERATURE = 0.7;

    private static final Duration LONGEST_USE = Duration.ofDays(365);

    private final Builder<T> values;
    private final PromptSource prompt;

    private Request(Builder<T> values, PromptSource prompt) {
        this.values = values;
        this.prompt = prompt;
    }

    /** Creates a builder for free text; an empty model name stands for the default model. */
    public static Builder<String> text(String model) {
        return new Builder<>(model, AnswerFormat.TEXT, Decoder.text());
    }

    /** Creates a builder for JSON, delivered as text; an empty name is the default model. */
    public static Builder<String> json(String model) {
        return new Builder<>(model, AnswerFormat.JSON, Decoder.text());
    }

    /** Creates a builder for embeddings; an empty model name stands for the default model. */
    public static Builder<String> embeddings(String model) {
        return new Builder<>(model, AnswerFormat.EMBEDDINGS, Decoder.text());
    }

    /** Creates a builder for a plan in parts; an empty model name stands for the default model. */
    public static Builder<AnswerPart> plan(String model) {
        return plan(model, Decoder.parts());
    }

    /** Creates a builder for a plan with a decoder; an empty model name stands for the default. */
    public static <T> Builder<T> plan(String model, Decoder<T> decoder) {
        return new Builder<>(model, AnswerFormat.PLAN, decoder);
    }

    /** Returns the model's name; empty for the default model. */
    public String model() {
        return values.model;
    }

    /** Returns the expected form of answer. */
    public AnswerFormat format() {
        return values.format;
    }

    /** Returns the decoder of the answer's parts, called on an I/O thread. */
    public Decoder<T> decoder() {
        return values.decoder;
    }

    /** Returns the agent's name; empty if unnamed. A named agent has at most one live request. */
    public String agent() {
        return values.agent;
    }

    /** Returns the priority. */
    public Priority priority() {
        return values.priority;
    }

    /** Returns the source that renders the prompt when the request is granted. */
    public PromptSource prompt() {
        return prompt;
    }

    /** Returns the maximum number of tokens of the answer, 1 or more. */
    public int maxTokens() {
        return values.maxTokens;
    }

    /** Returns the sampling temperature, 0 to 2. */
    public double temperature() {
        return values.temperature;
    }

    /** Returns the optional parameters of the call. */
    public ModelOptions options() {
        return values.options;
    }

    /** Returns the tenant, for fair shares and quotas; empty in a game's own broker. */
    public String tenant() {
        return values.tenant;
    }

    /** Returns the layer of the agent's mind, for reports; may be empty. */
    public String layer() {
        return values.layer;
    }

    /** Returns the cost in credits, at providers that use credits; 1 or more. */
    public int cost() {
        return values.cost;
    }

    /** Whether the request may cancel a less urgent call of its agent. */
    public boolean interrupting() {
        return values.interrupting;
    }

    /** Whether the answer may arrive in one piece. */
    public boolean nonStreaming() {
        return values.nonStreaming;
    }

    /** Whether each provider is called at most once if all are rate limited. */
    public boolean singleRound() {
        return values.singleRound;
    }

    /** Whether speech is also delivered piece by piece. */
    public boolean speechPieces() {
        return values.speechPieces;
    }

    /** Whether speech waits for the actions of its plan. */
    public boolean actionsFirst() {
        return values.actionsFirst;
    }

    /** Returns the time after submission within which an answer may start; empty for no limit. */
    public Optional<Duration> usefulFor() {
        return Optional.ofNullable(values.usefulFor);
    }

    /** Returns the custom endpoint to call in place of the broker's providers, if any. */
    public Optional<Endpoint> endpoint() {
        return Optional.ofNullable(values.endpoint);
    }

    /** Returns the token that cancels the request from any thread, if any. */
    public Optional<CancelToken> cancelToken() {
        return Optional.ofNullable(values.cancelToken);
    }

    /** Returns what its calls may use; empty without a limit. */
    public Optional<CallBudget> budget() {
        return Optional.ofNullable(values.budget);
    }

    /**
     * Returns the span of the caller's trace that the request belongs to, in the form of W3C's header
     * {@code traceparent}, for listeners; empty if there is none.
     */
    public String traceParent() {
        return values.traceParent;
    }

    /** Returns the schema of the JSON, if any. */
    public Optional<AnswerSchema> schema() {
        return Optional.ofNullable(values.schema);
    }

    /** Copies this request with another decoder and prompt source. */
    public <R> Request<R> with(Decoder<R> other, PromptSource source) {
        return new Request<>(values.copy(other), Objects.requireNonNull(source, "prompt"));
    }

    /**
     * Returns this request with its text gathered: it is delivered when the answer is complete, so
     * that one that breaks off is asked for elsewhere. The timeouts of streams apply to it, though a
     * quick provider may send it in one piece; embeddings, which are never streamed, stay as they
     * are.
     */
    public Request<T> gathered() {
        if (format() == AnswerFormat.EMBEDDINGS) {
            return this;
        }
        Builder<T> copy = values.copy(values.decoder).nonStreaming(false);
        copy.gathered = true;
        return new Request<>(copy, prompt);
    }

    /** Whether the text is delivered only when the answer is complete. */
    public boolean isGathered() {
        return values.gathered;
    }

    /**
     * Copies this request as a part of the caller's trace.
     *
     * @param header the value of W3C's header {@code traceparent}; as that standard demands, an
     *     invalid one counts as none, and what later versions append is left out
     */
    public Request<T> traced(String header) {
        Matcher known = TRACE_PARENT.matcher(header);
        boolean valid = known.lookingAt()
                && (known.end() == header.length()
                        || (!header.startsWith("00") && header.charAt(known.end()) == '-'));
        if (!valid) {
            return this;
        }
        Builder<T> copy = values.copy(values.decoder);
        copy.traceParent = known.group();
        return new Request<>(copy, prompt);
    }

    /** Copies this request with what its calls may use. */
    public Request<T> with(CallBudget budget) {
        Builder<T> copy = values.copy(values.decoder);
        return new Request<>(copy.budget(budget), prompt);
    }

    @Override
    public String toString() {
        return "Request[" + format() + " of " + model() + " for " + agent() + ", priority "
                + priority().level() + "]";
    }

    /** Builds a request; each setter checks its value. Not thread-safe. */
    public static final class Builder<T> {
        private final String model;
        private final AnswerFormat format;
        private final Decoder<T> decoder;
        private String agent = "";
        private Priority priority = Priority.MEDIUM;
        private @Nullable PromptSource prompt;
        private int maxTokens = DEFAULT_MAX_TOKENS;
        private double temperature = DEFAULT_TEMPERATURE;
        private ModelOptions options = ModelOptions.NONE;
        private String tenant = "";
        private String layer = "";
        private int cost = 1;
        private boolean interrupting;
        private boolean nonStreaming;
        private boolean gathered;
        private String traceParent = "";
        private boolean singleRound;
        private boolean speechPieces;
        private boolean actionsFirst;
        private @Nullable Duration usefulFor;
        private @Nullable Endpoint endpoint;
        private @Nullable CancelToken cancelToken;
        private @Nullable AnswerSchema schema;
        private @Nullable CallBudget budget;

        private Builder(String model, AnswerFormat format, Decoder<T> decoder) {
            this.model = Objects.requireNonNull(model, "model");
            this.format = format;
            this.decoder = Objects.requireNonNull(decoder, "decoder");
        }

        /**
         * Sets the agent's name. The agent has at most one live request in its tenant: a more
         * urgent one supersedes a queued one, any other is rejected as {@link
         * Outcome.RejectReason#AGENT_BUSY}.
         */
        public Builder<T> agent(String name) {
            this.agent = Objects.requireNonNull(name, "agent");
            return this;
        }

        /** Sets the priority; {@link Priority#MEDIUM} unless set. */
        public Builder<T> priority(Priority value) {
            this.priority = Objects.requireNonNull(value, "priority");
            return this;
        }

        /** Sets a prompt, which is rendered when the request is granted, not now. */
        public Builder<T> prompt(Supplier<Prompt> supplier) {
            Objects.requireNonNull(supplier, "prompt");
            return promptSource(() -> Optional.of(supplier.get()));
        }

        /** Sets a prompt of one user message. */
        public Builder<T> prompt(String text) {
            return promptSource(Prompt.of(text));
        }

        /** Sets the source of a prompt that may withdraw the request when it is granted. */
        public Builder<T> promptSource(PromptSource source) {
            this.prompt = Objects.requireNonNull(source, "promptSource");
            return this;
        }

        /** Sets the maximum tokens, 1 or more; {@value Request#DEFAULT_MAX_TOKENS} unless set. */
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

        /** Sets reasoning, stop sequences, tools and other optional parameters. */
        public Builder<T> options(ModelOptions value) {
            this.options = Objects.requireNonNull(value, "options");
            return this;
        }

        /** Sets the tenant; empty unless set, as in a game's own broker. */
        public Builder<T> tenant(String id) {
            this.tenant = Objects.requireNonNull(id, "tenant");
            return this;
        }

        /** Sets the layer of the agent's mind, for reports; empty unless set. */
        public Builder<T> layer(String name) {
            this.layer = Objects.requireNonNull(name, "layer");
            return this;
        }

        /** Sets the cost in credits, 1 or more; 1 unless set. */
        public Builder<T> cost(int credits) {
            if (credits < 1) {
                throw new IllegalArgumentException("cost " + credits + " (expected 1 or more)");
            }
            this.cost = credits;
            return this;
        }

        /** Sets whether it may cancel a less urgent call of its agent; false unless set. */
        public Builder<T> interrupting(boolean value) {
            this.interrupting = value;
            return this;
        }

        /** Sets whether the answer may arrive in one piece, which costs less; false unless set. */
        public Builder<T> nonStreaming(boolean value) {
            this.nonStreaming = value;
            return this;
        }

        /**
         * Sets whether the request is rejected, with the time to wait, once all its providers have
         * rate limited it or their circuit breakers are open, instead of trying again after that
         * time; false unless set.
         */
        public Builder<T> singleRound(boolean value) {
            this.singleRound = value;
            return this;
        }

        /**
         * Sets whether speech is also delivered as {@link AnswerPart.SpeechPiece}; false unless
         * set. After a piece, there is no fallback.
         */
        public Builder<T> speechPieces(boolean value) {
            this.speechPieces = value;
            return this;
        }

        /**
         * Sets whether speech that a model writes before the actions of its plan is held until they
         * are read, or the answer ends, so that they can be judged before a word is heard; false
         * unless set.
         */
        public Builder<T> actionsFirst(boolean value) {
            this.actionsFirst = value;
            return this;
        }

        /**
         * Sets the time after submission within which an answer may start, more than zero, at most
         * a year; no limit unless set. After that time the request ends as {@link Outcome.Expired};
         * at once if breakers or rate limits block all its providers for that long.
         */
        public Builder<T> usefulFor(Duration time) {
            if (time.isNegative() || time.isZero() || time.compareTo(LONGEST_USE) > 0) {
                throw new IllegalArgumentException(
                        "useful for " + time + " (expected more than 0, at most a year)");
            }
            this.usefulFor = time;
            return this;
        }

        /** Sets a custom endpoint, which {@link BrokerBuilder#endpoints} must open. */
        public Builder<T> endpoint(Endpoint value) {
            this.endpoint = Objects.requireNonNull(value, "endpoint");
            return this;
        }

        /**
         * Sets the schema of the JSON, for servers that can enforce it; none unless set.
         *
         * @throws IllegalArgumentException if free text is expected
         */
        public Builder<T> schema(AnswerSchema value) {
            if (format == AnswerFormat.TEXT) {
                throw new IllegalArgumentException("schema \"" + value.name()
                        + "\" for free text (expected Request.plan or Request.json)");
            }
            this.schema = value;
            return this;
        }

        /** Sets a token that cancels the request from any thread. */
        public Builder<T> cancelToken(CancelToken token) {
            this.cancelToken = Objects.requireNonNull(token, "cancelToken");
            return this;
        }

        /** Sets what its calls may use; no limit unless set. */
        public Builder<T> budget(CallBudget value) {
            this.budget = Objects.requireNonNull(value, "budget");
            return this;
        }

        private <R> Builder<R> copy(Decoder<R> other) {
            Builder<R> copy = new Builder<>(model, format, other);
            copy.agent = agent;
            copy.priority = priority;
            copy.maxTokens = maxTokens;
            copy.temperature = temperature;
            copy.options = options;
            copy.tenant = tenant;
            copy.layer = layer;
            copy.cost = cost;
            copy.interrupting = interrupting;
            copy.nonStreaming = nonStreaming;
            copy.gathered = gathered;
            copy.traceParent = traceParent;
            copy.singleRound = singleRound;
            copy.speechPieces = speechPieces;
            copy.actionsFirst = actionsFirst;
            copy.usefulFor = usefulFor;
            copy.endpoint = endpoint;
            copy.cancelToken = cancelToken;
            copy.schema = schema;
            copy.budget = budget;
            return copy;
        }

        /**
         * Builds the request.
         *
         * @throws IllegalStateException if no prompt was set
         */
        public Request<T> build() {
            if (prompt == null) {
                throw new IllegalStateException(
                        "request without a prompt (call prompt(...) or promptSource(...))");
            }
            return new Request<>(copy(decoder), prompt);
        }
    }

    /** The form of the answer that a request expects. */
    public enum AnswerFormat {
        /** Free text: arrives as {@link AnswerPart.Text}. */
        TEXT,
        /** JSON that the caller parses: arrives as {@link AnswerPart.Text}, like free text. */
        JSON,
        /** The JSON of a plan: arrives as actions, speech, goal and thought, each when complete. */
        PLAN,
        /**
         * An embedding of each message: a JSON list, as the provider sends it, in one {@link
         * AnswerPart.Text}. There is no fallback, as embeddings of different models are not comparable.
         */
        EMBEDDINGS
    }

    /** Renders a prompt when its request is granted, so that the model sees the current world. */
    @FunctionalInterface
    public interface PromptSource {
        /**
         * Renders the prompt on the owner thread, once for each call, including fallbacks and retries.
         * Must not block.
         *
         * @return the prompt, or empty to withdraw the request, which then ends as {@link
         *     Outcome.Cancelled}
         */
        Optional<Prompt> render();
    }

    /** Cancels the requests that carry it, in the next {@link Broker#doWork}. Thread-safe. */
    public static final class CancelToken {
        private final List<Runnable> listeners = new ArrayList<>();
        private boolean cancelled;

        /** Cancels every request that carries this token. Cancelling twice does nothing. */
        public void cancel() {
            List<Runnable> toNotify;
            synchronized (listeners) {
                if (cancelled) {
                    return;
                }
                cancelled = true;
                toNotify = List.copyOf(listeners);
                listeners.clear();
            }
            toNotify.forEach(Runnable::run);
        }

        /** Whether the token was cancelled. */
        public boolean isCancelled() {
            synchronized (listeners) {
                return cancelled;
            }
        }

        /**
         * Runs the action when the token is cancelled, on the cancelling thread, or immediately if it
         * already is. Returns a handle that unregisters the action.
         */
        public Runnable onCancel(Runnable action) {
            synchronized (listeners) {
                if (!cancelled) {
                    listeners.add(action);
                    return () -> removeListener(action);
                }
            }
            action.run();
            return () -> {};
        }

        private void removeListener(Runnable action) {
            synchronized (listeners) {
                listeners.remove(action);
            }
        }
    }
}
