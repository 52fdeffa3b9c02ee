/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer whose tokens are numbers in order, so that one that is missing, wrong or there twice is
 * seen. The client asks for it in its prompt, and the mock reads it there.
 *
 * @param count how many tokens, 1 to 99999
 * @param pauseMillis the pause before each token but the first, 0 to 99999
 * @param bytes how long each token is made with digits, at least, 0 to 99999
 */
record Numbered(int count, int pauseMillis, int bytes) {
    /** Where the gateway takes the request. */
    static final String PATH = "/api/llm/generate";

    private static final Pattern ASKED =
            Pattern.compile("count to ([0-9]{1,5}) every ([0-9]{1,5}) ms with ([0-9]{1,5}) bytes");

    /** The answer that a request asks for, if it asks for one of this kind. */
    static Optional<Numbered> askedBy(String body) {
        Matcher found = ASKED.matcher(body);
        return found.find()
                ? Optional.of(new Numbered(
                        Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Integer.parseInt(found.group(3))))
                : Optional.empty();
    }

    /** A request for it to the gateway, as a stream, in the name of a game. */
    String request(String session) {
        return "{\"sessionId\":\"%s\",\"prompt\":\"count to %d every %d ms with %d bytes\",\"stream\":true}"
                .formatted(session, count, pauseMillis, bytes);
    }

    /** The token of that number, counted from 1. */
    String token(int number) {
        return String.format("%0" + Math.max(1, bytes) + "d ", number);
    }

    /** All of it. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int number = 1; number <= count; number++) {
            text.append(token(number));
        }
        return text.toString();
    }

    /** How long it takes when nothing is late, in nanoseconds. */
    long nanos() {
        return (count - 1L) * pauseMillis * 1_000_000L;
    }
}
