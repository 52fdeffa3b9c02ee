/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The error of a server behind a gateway, which the gateway's own error encloses. */
final class Behind {
    /** What OpenRouter says of all of them. */
    static final String SAID = "Provider returned error";

    private Behind() {}

    /**
     * Returns the enclosed error, often as a text of JSON: instead of the message, or beside it as
     * OpenRouter's {@code metadata.raw} or as {@code cause}. A text without JSON is returned as it
     * is; a missing node if there is none.
     */
    static JsonNode of(JsonNode error) {
        JsonNode message = error.path("message");
        JsonNode instead = message.isString() ? read(message) : message;
        return Stream.of(
                        instead.isObject() ? instead : error.path("no error"),
                        read(error.path("metadata").path("raw")),
                        read(error.path("cause")))
                .filter(each -> each.isObject() || each.isString())
                .findFirst()
                .orElse(error.path("no error"));
    }

    private static JsonNode read(JsonNode enclosed) {
        String text = enclosed.stringValue("").strip();
        return isJson(text)
                ? ServerError.inside(ServerError.tree(text))
                : ServerError.inside(enclosed);
    }

    /** Adds the enclosed message to the gateway's, or replaces it if that is what encloses it. */
    static String message(String own, JsonNode behind) {
        String said = behind.isString() ? behind.stringValue() : ServerError.message(behind);
        if (isJson(own)) {
            return said.isEmpty() ? own : said;
        }
        return said.isEmpty() || own.contains(said)
                ? own
                : own.isEmpty() ? said : own + ": " + said;
    }

    private static boolean isJson(String text) {
        return text.startsWith("{") || text.startsWith("[");
    }
}
