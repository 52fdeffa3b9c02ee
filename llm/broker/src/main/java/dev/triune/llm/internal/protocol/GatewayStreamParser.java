/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Parses the events of a gateway and emits each at once. Memory is bounded by {@value
 * AnswerStreamParser#MAX_EVENT_BYTES} bytes of one event. Not thread-safe.
 */
public final class GatewayStreamParser {
    public static final int MAX_CHARACTERS = AnswerEventHandler.MAX_CHARACTERS;

    private final Consumer<GatewayMessage> out;
    private final SseSplitter splitter =
            new SseSplitter(AnswerStreamParser.MAX_EVENT_BYTES, this::event);
    private final long maxBytes;
    private long bytesRead;
    private boolean atEnd;
    private @Nullable String failure;

    public GatewayStreamParser(long maxBytes, Consumer<GatewayMessage> out) {
        this.maxBytes = maxBytes;
        this.out = out;
    }

    /** Parses the next bytes, without keeping the array; returns why parsing ended, or empty. */
    public Optional<String> feed(byte[] bytes, int from, int to) {
        bytesRead += to - from;
        if (bytesRead > maxBytes && failure == null) {
            failure = "it has more than " + maxBytes + " bytes";
        }
        read(() -> splitter.feed(bytes, from, to));
        return Optional.ofNullable(failure);
    }

    public void end() {
        atEnd = true;
        read(splitter::end);
    }

    private void read(Runnable step) {
        if (failure == null) {
            try {
                step.run();
            } catch (EventTooLargeException e) {
                failure = e.describe();
            }
        }
    }

    private void event(String name, byte[] bytes, int from, int to) {
        if (failure != null) {
            return;
        }
        GatewayMessage event = null;
        try {
            event = GatewayMessage.event(bytes, from, to);
        } catch (JacksonException e) {
            // refused below
        }
        if (event != null && event.json().isObject()) {
            out.accept(event);
        } else {
            failure = atEnd ? "it was cut off" : "an event is not JSON";
        }
    }
}
