/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/**
 * Reads the events of a gateway from the bytes of a response, in whatever pieces they come, and hands
 * each out at once. Memory is bounded by {@value AnswerStream#MAX_EVENT_BYTES} bytes of one event. Not
 * thread-safe.
 */
public final class GatewayStream implements AutoCloseable {
    /** The most characters of one answer. */
    public static final int MAX_CHARACTERS = AnswerEvents.MAX_CHARACTERS;

    private final Consumer<GatewayEvent> out;
    private final EventReader json = new EventReader();
    private final SseSplitter splitter = new SseSplitter(AnswerStream.MAX_EVENT_BYTES, this::event);
    private final long maxBytes;
    private long bytesRead;
    private boolean atEnd;
    private Optional<String> trouble = Optional.empty();

    /**
     * Reads a response.
     *
     * @param maxBytes the most bytes of it, whatever they are
     * @param out takes the events
     */
    public GatewayStream(long maxBytes, Consumer<GatewayEvent> out) {
        this.maxBytes = maxBytes;
        this.out = out;
    }

    /**
     * Takes the next bytes, which are only lent.
     *
     * @return why nothing more can be read, in words without any of the text; empty if more can
     */
    public Optional<String> feed(byte[] bytes, int from, int to) {
        bytesRead += to - from;
        if (bytesRead > maxBytes) {
            trouble = trouble.or(() -> Optional.of("it has more than " + maxBytes + " bytes"));
        }
        if (trouble.isEmpty()) {
            try {
                splitter.feed(bytes, from, to);
            } catch (EventTooLarge e) {
                trouble = Optional.of(e.how());
            }
        }
        return trouble;
    }

    /** No bytes follow: hands out an event that lacks nothing but its end. */
    public void end() {
        atEnd = true;
        if (trouble.isEmpty()) {
            try {
                splitter.end();
            } catch (EventTooLarge e) {
                trouble = Optional.of(e.how());
            }
        }
    }

    /** Lets go of buffers. Nothing may be read afterwards. */
    @Override
    public void close() {
        json.close();
    }

    private void event(String name, byte[] bytes, int from, int to) {
        if (trouble.isPresent()) {
            return;
        }
        Optional<GatewayEvent> event = Optional.empty();
        try {
            event = read(bytes, from, to);
        } catch (JacksonException e) {
            refuse();
        }
        event.ifPresent(out);
    }

    private Optional<GatewayEvent> read(byte[] bytes, int from, int to) {
        GatewayFields fields = new GatewayFields();
        json.begin(bytes, from, to);
        boolean object = json.isObject();
        json.fields(fields::field);
        if (!json.end() || !object) {
            refuse();
            return Optional.empty();
        }
        return fields.event();
    }

    /** A last event without its end was cut off in the middle, which the requests say themselves. */
    private void refuse() {
        trouble = Optional.of(atEnd ? "it was cut off" : "an event is not JSON");
    }
}
