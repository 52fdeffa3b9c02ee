/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** An error of a provider, within a stream for status 2xx; the body may be truncated. Immutable. */
public record ErrorResponse(int status, Map<String, String> headers, String body) {
    public ErrorResponse {
        Objects.requireNonNull(body, "body");
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(headers);
        headers = Collections.unmodifiableMap(anyCase);
    }

    @Override
    public String toString() {
        return "Refusal[status=" + status + ", " + headers.size() + " headers, body of "
                + body.length() + " characters]";
    }
}
