/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of equal calls of one tenant, bounded by size and age, in LRU order. Owner only. */
final class PromptCache {
    private final Map<Key, Answer> answers = new LinkedHashMap<>(16, 0.75f, true);
    private final long capacity;
    private final long ageNanos;
    private final Ticker ticker;
    private long size;

    /** Creates a cache with a maximum number of characters of prompts, schemas and answers. */
    PromptCache(long characters, Duration age, Ticker ticker) {
        this.capacity = characters;
        this.ageNanos = age.toNanos();
        this.ticker = ticker;
    }

    @Nullable
    String find(String tenant, ModelCall call) {
        Key key = new Key(tenant, call.withoutCaller());
        Answer answer = answers.get(key);
        if (answer != null && ticker.nanos() - answer.storedAt >= ageNanos) {
            remove(key);
            return null;
        }
        return answer == null ? null : answer.text;
    }

    void store(String tenant, ModelCall call, String text) {
        Key key = new Key(tenant, call.withoutCaller());
        remove(key);
        AnswerSchema schema = call.schema();
        long added = (schema == null ? 0L : schema.size()) + call.prompt().length() + text.length();
        if (added > capacity || call.prompt().hasImages()) { // images are large
            return;
        }
        Iterator<Answer> oldest = answers.values().iterator();
        while (size + added > capacity && oldest.hasNext()) {
            size -= oldest.next().size;
            oldest.remove();
        }
        answers.put(key, new Answer(text, added, ticker.nanos()));
        size += added;
    }

    private void remove(Key key) {
        Answer removed = answers.remove(key);
        size -= removed == null ? 0 : removed.size;
    }

    /** Answers are not shared between tenants, who would learn what others ask, and pay nothing. */
    private record Key(String tenant, ModelCall call) {}

    private record Answer(String text, long size, long storedAt) {}
}
