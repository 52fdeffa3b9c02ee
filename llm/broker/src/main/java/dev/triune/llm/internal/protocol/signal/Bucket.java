/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.Locale;
import java.util.Objects;

/**
 * Which of a provider's limits refused a call, as far as the refusal says so. Immutable.
 *
 * @param resource what there is too little of
 * @param window how often the limit is filled up again
 */
public record Bucket(Resource resource, Window window) {
    /** Nothing said which limit it was. */
    public static final Bucket UNNAMED = new Bucket(Resource.UNKNOWN, Window.UNKNOWN);

    public Bucket {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(window, "window");
    }

    /** A limit of which no window is told. */
    static Bucket of(Resource resource) {
        return new Bucket(resource, Window.UNKNOWN);
    }

    /**
     * What this and a source that is trusted less say together: from the other one comes only what
     * this one leaves open, and nothing where the two contradict each other.
     */
    Bucket refinedBy(Bucket other) {
        Resource finer = resource.covers(other.resource) ? other.resource : resource;
        Window known = window == Window.UNKNOWN ? other.window : window;
        boolean agreed = other.resource.covers(finer) && other.window.covers(known);
        boolean possible = finer.isRefilled() || known == Window.UNKNOWN;
        return agreed && possible ? new Bucket(finer, known) : this;
    }

    /** What a limit counts. */
    public enum Resource {
        /** Requests, however large. */
        REQUESTS("requests"),
        /** Tokens in either direction, or in one that is not told. */
        TOKENS("tokens"),
        /** Tokens of prompts. */
        INPUT_TOKENS("input tokens"),
        /** Tokens of answers. */
        OUTPUT_TOKENS("output tokens"),
        /** Requests at the same time. */
        CONCURRENCY("concurrent requests"),
        /** Money or credits. */
        SPEND("spend"),
        /** No limit of the caller's own: the server has too much to do. */
        CAPACITY("capacity of the server"),
        /** The server did not say. */
        UNKNOWN("an unnamed limit");

        private final String words;

        Resource(String words) {
            this.words = words;
        }

        /** Whether the other one says the same, or the same more precisely. */
        private boolean covers(Resource other) {
            return this == UNKNOWN || this == other || (this == TOKENS && other.isOneWay());
        }

        private boolean isOneWay() {
            return this == INPUT_TOKENS || this == OUTPUT_TOKENS;
        }

        /** Whether it comes back as time passes, so that it can have a window. */
        private boolean isRefilled() {
            return this != CONCURRENCY && this != CAPACITY;
        }
    }

    /** The time in which a limit is filled up again. */
    public enum Window {
        /** A limit of so many a second. */
        SECOND,
        /** A limit of so many a minute. */
        MINUTE,
        /** A limit of so many an hour. */
        HOUR,
        /** A limit of so many a day. */
        DAY,
        /** A limit of so much a month. */
        MONTH,
        /** The server did not say. */
        UNKNOWN;

        private boolean covers(Window other) {
            return this == UNKNOWN || this == other;
        }

        /** Grows with the window; that of an unknown one is the least. */
        int length() {
            return this == UNKNOWN ? -1 : ordinal();
        }
    }

    /** How much is known: 0 for nothing to 3 for the direction of the tokens and the window. */
    int precision() {
        int ofWindow = window == Window.UNKNOWN ? 0 : 1;
        int ofResource = resource == Resource.UNKNOWN ? 0 : 1;
        return ofWindow + ofResource + (resource.isOneWay() ? 1 : 0);
    }

    /** In words for people: "tokens per minute", "requests", "an unnamed limit per day". */
    public String label() {
        return window == Window.UNKNOWN
                ? resource.words
                : resource.words + " per " + window.name().toLowerCase(Locale.ROOT);
    }

    /** The label. */
    @Override
    public String toString() {
        return label();
    }
}
