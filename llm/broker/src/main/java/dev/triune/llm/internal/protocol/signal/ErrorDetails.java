/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What a body holds beside message and code: the details of Gemini, and the headers that OpenRouter
 * passes on in {@code metadata}. Immutable.
 *
 * @param retryDelay the longest delay of the details
 * @param daily whether the quota of a day is used up
 * @param headers by names in any case; of names that differ in case only, the last one counts
 */
record ErrorDetails(Optional<Duration> retryDelay, boolean daily, Map<String, String> headers) {
    private static final String PER_DAY = "PerDay";

    static ErrorDetails of(JsonNode body) {
        JsonNode error = ServerError.inside(body);
        JsonNode details = error.path("details");
        Optional<Duration> retryDelay = details.valueStream()
                .flatMap(detail -> TimeFormats.parseDuration(text(detail, "retryDelay")).stream())
                .max(Comparator.naturalOrder());
        boolean daily = details.valueStream()
                .flatMap(detail -> detail.path("violations").valueStream())
                .anyMatch(violation -> text(violation, "quotaId").contains(PER_DAY));
        return new ErrorDetails(retryDelay, daily, headers(error));
    }

    private static Map<String, String> headers(JsonNode error) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        error.path("metadata").path("headers").propertyStream().forEach(header -> {
            if (header.getValue().isValueNode()) {
                headers.put(header.getKey(), header.getValue().asString(""));
            }
        });
        return headers;
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).stringValue("").strip();
    }
}
