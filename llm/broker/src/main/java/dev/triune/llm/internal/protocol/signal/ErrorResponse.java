/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A provider's answer that reports an error. Immutable.
 *
 * @param status the HTTP status; 2xx if the error came inside an answer that began well
 * @param headers names in any case; of names that differ in case only, the last one counts
 * @param body the body, or the part of a stream that reports the error; may be cut off
 */
public record ErrorResponse(int status, Map<String, String> headers, String body) {
    public ErrorResponse {
        Objects.requireNonNull(body, "body");
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(headers);
        headers = Collections.unmodifiableMap(anyCase);
    }

    /** Without headers and body, since a provider may repeat prompts and keys there. */
    @Override
    public String toString() {
        return "Refusal[status=" + status + ", " + headers.size() + " headers, body of "
                + body.length() + " characters]";
    }
}
