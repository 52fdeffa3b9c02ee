/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * A server on virtual time that reads prompts one after another, except for what its cache holds of
 * their start, and writes answers in parallel. Cached messages that were used least recently go
 * first.
 */
final class CachingServer implements Provider {
    static final int SLOTS = 8;
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int CACHED_TOKENS = 60_000;
    private static final int READ_PER_SECOND = 1_500;
    private static final int WRITTEN_PER_SECOND = 50;

    private final VirtualTime time;
    private final Map<List<Message>, Integer> cache = new LinkedHashMap<>(16, 0.75f, true);
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int cached;
    private int busy;
    private long readerFree;
    boolean down;
    int calls;
    long promptTokens;
    long cacheHits;

    CachingServer(VirtualTime time) {
        this.time = time;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        calls++;
        if (down) {
            sink.fail(new CallFailure.Failed(FailureCode.UNREACHABLE, "the server is down"));
        } else {
            waiting.add(() -> serve(call, sink));
            serveNext();
        }
        return () -> {};
    }

    /** Stops the server and empties its cache; calls in flight still end. */
    void stop() {
        down = true;
        cache.clear();
        cached = 0;
    }

    private void serveNext() {
        if (busy < SLOTS && !waiting.isEmpty()) {
            busy++;
            waiting.remove().run();
        }
    }

    private void serve(ModelCall call, AnswerSink sink) {
        int all = tokens(call.prompt().messages());
        int known = read(call.prompt().messages());
        promptTokens += all;
        cacheHits += known;
        readerFree = Math.max(time.nanos(), readerFree) + seconds(all - known, READ_PER_SECOND);
        long end = readerFree + seconds(call.maxTokens(), WRITTEN_PER_SECOND);
        Usage usage = new Usage(all - known, known, 0, call.maxTokens());
        time.after(Duration.ofNanos(end - time.nanos()), () -> {
            busy--;
            sink.text("Well.");
            sink.complete(FinishReason.STOP, usage);
            serveNext();
        });
    }

    /** Returns the tokens that were cached, and caches all. */
    private int read(List<Message> prompt) {
        int known = 0;
        boolean prefix = true;
        for (int i = 1; i <= prompt.size(); i++) {
            List<Message> start = prompt.subList(0, i);
            int tokens = tokens(prompt.subList(i - 1, i));
            prefix &= cache.get(start) != null;
            known += prefix ? tokens : 0;
            if (cache.put(List.copyOf(start), tokens) == null) {
                cached += tokens;
            }
        }
        for (Iterator<Integer> oldest = cache.values().iterator(); cached > CACHED_TOKENS; ) {
            cached -= oldest.next();
            oldest.remove();
        }
        return known;
    }

    private static int tokens(List<Message> messages) {
        return messages.stream().mapToInt(message -> message.text().length()).sum()
                / CHARACTERS_PER_TOKEN;
    }

    private static long seconds(int tokens, int perSecond) {
        return Duration.ofSeconds(tokens).toNanos() / perSecond;
    }
}
