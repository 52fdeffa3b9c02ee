/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import com.artemis.BaseSystem;
import dev.triune.GameClock;
import dev.triune.internal.text.BoundedText;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Broker;
import dev.triune.llm.Decoder;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.system.MindModule.MindContext;
import dev.triune.system.SavedState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The embeddings of texts: asks a model for those that are missing, a few at a time, and keeps them. Game
 * thread only, until which the answers are read on others.
 *
 * <p>Lines that a prompt is about to be written for go first, in calls of their own. Episodes follow, one call
 * after another. After a failed call, the store waits, twice as long after each further one, and then asks for
 * one text, which may be what failed.
 */
final class EmbeddingStore extends BaseSystem implements SavedState {
    /** The most embeddings that are kept; the one that was not looked up for longest goes first. */
    static final int MOST_KEPT = 10_000;

    /** The most texts of a call. */
    static final int BATCH = 16;

    private static final Logger LOG = Logger.getLogger(EmbeddingStore.class.getName());
    private static final int MOST_WANTED = 10_000;
    private static final int MOST_LINES = 64;
    private static final int MOST_LINE_CALLS = 4;
    private static final int MOST_CHARACTERS = 2_000;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Decoder<List<Embedding>> DECODER = EmbeddingStore::decode;

    private final String model;
    private final Map<Long, Embedding> kept = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Embedding> eldest) {
            return size() > MOST_KEPT;
        }
    };
    private final Map<Long, String> episodes = new LinkedHashMap<>();
    private final Map<Long, String> lines = new LinkedHashMap<>();

    /** The texts of calls without an outcome. */
    private final Map<Ticket, List<Long>> asked = new HashMap<>();

    private @Nullable GameClock clock;
    private @Nullable Broker broker;
    private String tenant = "";
    private int lineCalls;
    private int episodeCalls;
    private long resumeAt = Long.MIN_VALUE;
    private long pause;

    EmbeddingStore(String model) {
        this.model = model;
    }

    /** Begins to serve a world. */
    void install(MindContext minds) {
        clock = minds.clock();
        broker = minds.broker();
        tenant = minds.tenant();
        minds.afterActing(this);
    }

    /** Returns the embedding of an episode; null, and it is asked for, if it is missing. */
    @Nullable
    Embedding find(String text) {
        long key = key(text);
        Embedding found = kept.get(key);
        if (found == null && !text.isBlank() && episodes.size() < MOST_WANTED && !isAsked(key)) {
            episodes.putIfAbsent(key, text);
        }
        return found;
    }

    /** Returns the embedding of a line; null if it is missing. */
    @Nullable
    Embedding known(String line) {
        return kept.get(key(line));
    }

    /** Asks for the embedding of a line before all episodes; returns whether it is on its way. */
    boolean expect(String line) {
        long key = key(line);
        if (!mayAsk() || kept.containsKey(key) || lines.size() >= MOST_LINES) {
            return false;
        }
        if (!isAsked(key)) {
            episodes.remove(key);
            lines.putIfAbsent(key, line);
        }
        return true;
    }

    private boolean isAsked(long key) {
        return asked.values().stream().anyMatch(keys -> keys.contains(key));
    }

    private boolean mayAsk() {
        return broker != null && clock != null && clock.tick() >= resumeAt;
    }

    /** Asks for what is missing. */
    @Override
    protected void processSystem() {
        while (mayAsk() && !lines.isEmpty() && lineCalls < MOST_LINE_CALLS) {
            ask(lines, Priority.HIGH);
        }
        if (mayAsk() && !episodes.isEmpty() && episodeCalls == 0) {
            ask(episodes, Priority.of(Priority.MIN));
        }
    }

    /** Cancels all calls: the world is gone. */
    @Override
    protected void dispose() {
        cancelAll();
        lines.clear();
        episodes.clear();
        broker = null;
    }

    private void cancelAll() {
        if (broker != null) {
            asked.keySet().forEach(broker::cancel);
        }
        asked.clear(); // so that their outcomes are ignored
        lineCalls = 0;
        episodeCalls = 0;
    }

    private void ask(Map<Long, String> wanted, Priority priority) {
        Broker asks = Objects.requireNonNull(broker, "broker");
        List<Long> keys = new ArrayList<>(BATCH);
        List<Message> texts = new ArrayList<>(BATCH);
        Iterator<Map.Entry<Long, String>> next = wanted.entrySet().iterator();
        int most = pause == 0 ? BATCH : 1; // one text alone may be what failed
        while (next.hasNext() && keys.size() < most) {
            Map.Entry<Long, String> each = next.next();
            keys.add(each.getKey());
            texts.add(Message.user(BoundedText.of(each.getValue(), MOST_CHARACTERS)));
            next.remove();
        }
        boolean urgent = wanted == lines;
        Prompt prompt = new Prompt(texts);
        Request<List<Embedding>> request = Request.embeddings(model)
                .tenant(tenant)
                .layer("recall")
                .maxTokens(1) // none are written
                .priority(priority)
                .prompt(() -> prompt)
                .build()
                .with(DECODER, prompt);
        List<Embedding> answer = new ArrayList<>(keys.size());
        try {
            asked.put(asks.submit(request, update -> receive(update, keys, answer, urgent)), keys);
            lineCalls += urgent ? 1 : 0;
            episodeCalls += urgent ? 0 : 1;
        } catch (IllegalStateException e) { // the broker is closed
            broker = null;
        }
    }

    private void receive(
            Update<List<Embedding>> update,
            List<Long> keys,
            List<Embedding> answer,
            boolean urgent) {
        if (update instanceof Update.Part<List<Embedding>> part) {
            answer.addAll(part.value());
        } else if (update instanceof Update.Ended<List<Embedding>> end
                && asked.remove(end.ticket()) != null) {
            lineCalls -= urgent ? 1 : 0;
            episodeCalls -= urgent ? 0 : 1;
            conclude(end.outcome(), keys, answer);
        }
    }

    private void conclude(Outcome outcome, List<Long> keys, List<Embedding> answer) {
        if (outcome.kind() == Outcome.Kind.ANSWERED && answer.size() == keys.size()) {
            for (int i = 0; i < keys.size(); i++) {
                kept.put(keys.get(i), answer.get(i));
            }
            pause = 0;
            return;
        }
        if (clock == null || outcome.kind() == Outcome.Kind.CANCELLED) {
            return; // the broker is closed, or the game wants no call
        }
        if (pause == 0) {
            String what = outcome.kind() == Outcome.Kind.ANSWERED
                    ? answer.size() + " embeddings of " + keys.size() + " texts"
                    : outcome.toString();
            LOG.log(
                    Level.WARNING,
                    "memories are compared by words alone, because the embeddings of \"" + model
                            + "\" failed: " + what + " (tried again, less and less often; said once"
                            + " until it works)");
        }
        pause = pause == 0
                ? clock.ticks(FIRST_PAUSE)
                : Math.min(2 * pause, clock.ticks(LONGEST_PAUSE));
        resumeAt = clock.tick() + pause;
        lines.clear(); // their prompts are written by then
    }

    /** Reads the forms of OpenAI, also in base64, and of Ollama; on an I/O thread. */
    private static void decode(AnswerPart part, Consumer<? super List<Embedding>> out) {
        if (!(part instanceof AnswerPart.Text text)) {
            return;
        }
        List<Embedding> all = new ArrayList<>();
        for (JsonNode item : JSON.readTree(text.delta())) {
            JsonNode numbers = item.isArray() ? item : item.path("embedding");
            all.add(numbers.isString() ? ofBase64(numbers.stringValue()) : of(numbers));
        }
        out.accept(List.copyOf(all));
    }

    private static Embedding of(JsonNode numbers) {
        float[] values = new float[numbers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers.get(i).floatValue();
        }
        return Embedding.of(values);
    }

    private static Embedding ofBase64(String text) {
        ByteBuffer bytes =
                ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[bytes.remaining() / Float.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = bytes.getFloat();
        }
        return Embedding.of(values);
    }

    /** Returns a hash by FNV-1a; two of ten thousand texts share one once in 10^11 games. */
    static long key(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    // ---- saves, and what is forgotten

    @Override
    public List<String> textsAbout(Predicate<String> about) {
        return Stream.concat(lines.values().stream(), episodes.values().stream())
                .filter(about)
                .collect(Collectors.toList());
    }

    /** Keeps no embedding, as nothing tells of which text one is; those of episodes are asked for again. */
    @Override
    public void forget(Predicate<String> about) {
        lines.values().removeIf(about);
        episodes.values().removeIf(about);
        kept.clear();
        cancelAll();
    }

    @Override
    public String stateName() {
        return "embeddings";
    }

    /** Writes the model, then a line for each embedding, under the hash of its text. */
    @Override
    public String writeState() {
        if (kept.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(model);
        kept.forEach((key, embedding) ->
                text.append('\n').append(Long.toHexString(key)).append(' ').append(embedding));
        return text.toString();
    }

    /** Reads embeddings of the same model; those of another are left out, and asked for again. */
    @Override
    public void readState(String text) {
        String[] rows = text.split("\n", -1);
        if (!rows[0].equals(model)) {
            return;
        }
        for (int i = 1; i < rows.length; i++) {
            int space = rows[i].indexOf(' ');
            kept.put(
                    Long.parseUnsignedLong(rows[i].substring(0, space), 16),
                    Embedding.parse(rows[i].substring(space + 1)));
        }
    }
}
