/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import dev.triune.llm.internal.protocol.signal.ErrorResponse;
import java.util.Map;

/** An error response as a server sends it. */
public record Refusal(int status, Map<String, String> headers, String body) {
    public ErrorResponse parsed() {
        return new ErrorResponse(status, headers, body);
    }
}
