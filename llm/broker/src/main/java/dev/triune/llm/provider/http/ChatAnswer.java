/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads one chat completion, streamed or, from a server that does not stream, in one piece. Hands
 * its text to the sink; how it ended is for the caller to tell. Used once, by one thread.
 */
final class ChatAnswer {
    /** The most characters of a streamed answer, and the most bytes of one that is not. */
    static final int MAX_ANSWER = 4 << 20;

    private static final String DONE = "[DONE]";

    private final Response response;
    private final Prompt prompt;
    private final AnswerSink sink;
    private final Failures failures;
    private final JsonMapper json;
    private Usage usage = Usage.NONE;
    private int characters;
    private boolean finished;

    ChatAnswer(Response from, Prompt prompt, AnswerSink sink, Failures failures, JsonMapper json) {
        this.response = from;
        this.prompt = prompt;
        this.sink = sink;
        this.failures = failures;
        this.json = json;
    }

    /** Reads to the end. Returns why the answer is not whole; empty if it is. */
    Optional<CallFailure> read() {
        BufferedSource source = response.body().source();
        if (isOfType("html")) {
            return unreadable("it is a web page; is the base URL right?");
        }
        try {
            boolean whole = isOfType("json");
            Optional<CallFailure> failure = whole ? readWhole(source) : readStream(source);
            return failure.isPresent() || finished ? failure : Optional.of(failures.cutOff());
        } catch (SseReader.EventTooLarge e) {
            return unreadable("an event has more than " + SseReader.MAX_EVENT_BYTES + " bytes");
        } catch (IOException e) {
            return finished ? Optional.empty() : Optional.of(failures.interrupted(e));
        }
    }

    /** The tokens as last reported; {@link Usage#NONE} if none were. */
    Usage usage() {
        return usage;
    }

    private boolean isOfType(String subtype) {
        MediaType type = response.body().contentType();
        return type != null && type.subtype().equals(subtype);
    }

    private Optional<CallFailure> readStream(BufferedSource source) throws IOException {
        SseReader events = new SseReader(source);
        Optional<CallFailure> failure = Optional.empty();
        Optional<String> event = events.next();
        while (event.isPresent() && failure.isEmpty()) {
            if (event.get().equals(DONE)) {
                finished = true;
                return Optional.empty();
            }
            failure = takeEvent(event.get(), events.isAtEnd());
            event = failure.isEmpty() ? events.next() : event;
        }
        return failure;
    }

    private Optional<CallFailure> takeEvent(String event, boolean atEnd) {
        if (event.isBlank()) {
            return Optional.empty();
        }
        JsonNode chunk = parse(event);
        if (chunk == null) {
            return atEnd ? Optional.of(failures.cutOff()) : unreadable("a chunk is not JSON");
        }
        return take(chunk, chunk.path("choices").path(0).path("delta"));
    }

    private Optional<CallFailure> readWhole(BufferedSource source) throws IOException {
        if (source.request(MAX_ANSWER + 1L)) {
            return unreadable("it has more than " + MAX_ANSWER + " bytes");
        }
        JsonNode body = parse(source.readUtf8());
        if (body == null) {
            return unreadable("it is not JSON");
        }
        JsonNode choice = body.path("choices").path(0);
        Optional<CallFailure> failure = take(body, choice.path("message"));
        finished = choice.isObject();
        return failure.isPresent() || finished ? failure : unreadable("it holds no choice");
    }

    private @Nullable JsonNode parse(String text) {
        try {
            return json.readTree(text);
        } catch (JacksonException e) {
            return null;
        }
    }

    private Optional<CallFailure> take(JsonNode body, JsonNode message) {
        if (!body.isObject()) {
            return unreadable("it holds JSON that is no object");
        }
        if (body.hasNonNull("error")) {
            return Optional.of(failures.reported(body, response, prompt));
        }
        if (body.path("usage").isObject()) {
            usage = usage(body.path("usage"));
        }
        finished |= body.path("choices").path(0).path("finish_reason").isString();
        return hand(message.path("content").stringValue(""));
    }

    private Optional<CallFailure> hand(String text) {
        characters += text.length();
        if (characters > MAX_ANSWER) {
            return unreadable("it has more than " + MAX_ANSWER + " characters");
        }
        if (!text.isEmpty()) {
            sink.text(text);
        }
        return Optional.empty();
    }

    /** Here the prompt's tokens include those that came from a cache. */
    private static Usage usage(JsonNode node) {
        int prompt = count(node.path("prompt_tokens"));
        int cached = count(node.path("prompt_tokens_details").path("cached_tokens"));
        int cacheRead = Math.min(cached, prompt);
        return new Usage(prompt - cacheRead, cacheRead, 0, count(node.path("completion_tokens")));
    }

    private static int count(JsonNode tokens) {
        return Math.max(0, tokens.intValue(0));
    }

    private Optional<CallFailure> unreadable(String how) {
        return Optional.of(failures.unreadable(how));
    }
}
