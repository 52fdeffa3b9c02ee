/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.AgentInspection.Counts;
import dev.triune.AgentInspection.Dropped;
import dev.triune.AgentInspection.Exchange;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Decoder;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The recorded exchanges and events of an agent. Game thread only; I/O threads append to the
 * answers.
 */
public final class AgentRecord {
    /** The maximum length of a recorded prompt or answer, in characters. */
    static final int TEXT_LIMIT = 16_384;

    private static final int DROPPED_LIMIT = 12;
    private static final List<String> STEP_COUNTS =
            List.of("queued", "done", "failed", "refused", "repaired", "routine");

    private final Map<Layer, LiveExchange> waiting = new EnumMap<>(Layer.class);
    private final Map<Layer, LiveExchange> exchanges = new EnumMap<>(Layer.class);
    private final Map<Layer, Long> requests = new EnumMap<>(Layer.class);
    private final Map<AnswerStatus, Long> answers = new EnumMap<>(AnswerStatus.class);
    private final Map<String, Long> steps = new LinkedHashMap<>();
    private final Deque<Dropped> dropped = new ArrayDeque<>();
    private Usage usage = Usage.NONE;
    private long calls;

    /** The last reasoning of a model. */
    String thought = "";

    public AgentRecord() {
        for (Layer layer : Layer.values()) {
            requests.put(layer, 0L);
        }
        for (AnswerStatus status : AnswerStatus.values()) {
            answers.put(status, 0L);
        }
        STEP_COUNTS.forEach(name -> steps.put(name, 0L));
    }

    /** Wraps the decoder of a layer's next request to record the answer. */
    public Decoder<PlanPart> begin(Layer layer, Decoder<PlanPart> decoder) {
        LiveExchange exchange = new LiveExchange(decoder);
        waiting.put(layer, exchange);
        return exchange;
    }

    public void prompted(Layer layer, Prompt prompt, List<RetrievedMemory> memories) {
        LiveExchange exchange = waiting.remove(layer);
        if (exchange != null) {
            exchanges.put(layer, exchange); // until now the previous one is shown
            exchange.prompt = prompt;
            exchange.memories = List.copyOf(memories);
        }
    }

    void requested(Layer layer, long tick, int urgency, String reason, long ticket) {
        requests.merge(layer, 1L, Long::sum);
        LiveExchange exchange = waiting.get(layer);
        if (exchange != null) {
            exchange.tick = tick;
            exchange.urgency = urgency;
            exchange.reason = reason;
            exchange.ticket = ticket;
        }
    }

    void ended(Layer layer, long ticket, Outcome outcome) {
        usage = usage.plus(outcome.usage());
        calls += outcome.usage().total() > 0 ? 1 : 0;
        LiveExchange exchange = exchanges.get(layer);
        if (exchange != null && exchange.ticket == ticket) {
            String end = outcome.kind().name().toLowerCase(Locale.ROOT);
            String code = outcome.canonicalCode();
            boolean codeAddsDetail = !code.isEmpty() && !code.startsWith(end);
            exchange.model = outcome instanceof Outcome.Finished finished ? finished.model() : "";
            exchange.end = codeAddsDetail ? end + " (" + code + ")" : end;
        }
    }

    void answered(AnswerStatus status) {
        answers.merge(status, 1L, Long::sum);
    }

    void count(String counter, long number) {
        steps.merge(counter, number, Long::sum);
    }

    void drop(Dropped item) {
        if (dropped.size() == DROPPED_LIMIT) {
            dropped.removeFirst();
        }
        dropped.addLast(item);
    }

    /** Returns the steps that were dropped last, the oldest first. */
    public List<Dropped> dropped() {
        return List.copyOf(dropped);
    }

    /** Returns the last reasoning of a model; empty if there was none. */
    public String thought() {
        return thought;
    }

    public List<Exchange> exchanges() {
        List<Exchange> all = new ArrayList<>();
        exchanges.forEach((layer, exchange) -> all.add(exchange.of(layer)));
        return List.copyOf(all);
    }

    public Counts counts() {
        return new Counts(
                Collections.unmodifiableMap(new EnumMap<>(requests)),
                Collections.unmodifiableMap(new EnumMap<>(answers)),
                Collections.unmodifiableMap(new LinkedHashMap<>(steps)),
                calls,
                usage);
    }

    /** A prompt and its answer, to which one I/O thread appends. */
    private static final class LiveExchange implements Decoder<PlanPart> {
        private final Decoder<PlanPart> decoder;
        private @Nullable Prompt prompt;
        private List<RetrievedMemory> memories = List.of();
        private String reason = "";
        private String model = "";
        private String end = "";
        private int urgency;
        private long tick;
        private long ticket;
        private volatile String answer = "";

        LiveExchange(Decoder<PlanPart> decoder) {
            this.decoder = decoder;
        }

        @Override
        public void decode(AnswerPart part, Consumer<? super PlanPart> out) {
            decoder.decode(part, out);
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes
        public void raw(String delta) {
            String before = answer;
            if (before.length() <= TEXT_LIMIT) {
                answer = before + delta;
            }
        }

        Exchange of(Layer layer) {
            return new Exchange(
                    layer,
                    reason,
                    urgency,
                    tick,
                    cut(promptText()),
                    prompt == null ? "" : prompt.digest(),
                    cut(answer),
                    model,
                    end,
                    memories);
        }

        private String promptText() {
            StringBuilder text = new StringBuilder();
            for (Message message : prompt == null ? List.<Message>of() : prompt.messages()) {
                text.append(text.length() == 0 ? "" : "\n\n")
                        .append('[')
                        .append(message.role())
                        .append("]\n")
                        .append(message.text());
            }
            return text.toString();
        }

        private static String cut(String text) {
            return text.length() <= TEXT_LIMIT
                    ? text
                    : text.substring(0, TEXT_LIMIT) + "\n\u2026 (cut at " + TEXT_LIMIT
                            + " characters)";
        }
    }
}
