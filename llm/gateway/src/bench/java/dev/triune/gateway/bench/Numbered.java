/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer whose tokens are consecutive numbers, so that missing, wrong or repeated ones are
 * detected. The client requests it in its prompt, where the mock reads it.
 *
 * @param count the number of tokens, 1 to 99999
 * @param pauseMillis the pause before each token except the first, 0 to 99999
 * @param bytes the minimum length to which tokens are padded with digits, 0 to 99999
 */
record Numbered(int count, int pauseMillis, int bytes) {
    /** The path of the request at the gateway. */
    static final String PATH = "/api/llm/generate";

    private static final Pattern ASKED =
            Pattern.compile("count to ([0-9]{1,5}) every ([0-9]{1,5}) ms with ([0-9]{1,5}) bytes");

    /** Returns the numbered answer that a request asks for, if any. */
    static Optional<Numbered> askedBy(String body) {
        Matcher found = ASKED.matcher(body);
        return found.find()
                ? Optional.of(new Numbered(
                        Integer.parseInt(found.group(1)),
                        Integer.parseInt(found.group(2)),
                        Integer.parseInt(found.group(3))))
                : Optional.empty();
    }

    /** Returns the body of a request to the gateway to stream it, for a game. */
    String request(String session) {
        return "{\"sessionId\":\"%s\",\"prompt\":\"count to %d every %d ms with %d bytes\",\"stream\":true}"
                .formatted(session, count, pauseMillis, bytes);
    }

    /** Returns the token with a number, from 1. */
    String token(int number) {
        return String.format("%0" + Math.max(1, bytes) + "d ", number);
    }

    /** Returns the whole text. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int number = 1; number <= count; number++) {
            text.append(token(number));
        }
        return text.toString();
    }

    /** Returns its duration without delays, in nanoseconds. */
    long nanos() {
        return (count - 1L) * pauseMillis * 1_000_000L;
    }
}
