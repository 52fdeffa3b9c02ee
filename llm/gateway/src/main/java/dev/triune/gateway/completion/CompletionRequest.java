/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.llm.Request;
import java.util.List;

/**
 * A completion requested by a client. Immutable.
 *
 * @param requests one request for each choice of the answer; non-streaming if the client wants the
 *     answer in one piece
 * @param includeUsage whether the end of a stream contains the tokens
 * @param dropped the unknown fields that the gateway omits
 */
record CompletionRequest(
        List<Request<String>> requests, boolean includeUsage, List<String> dropped) {
    /** Returns the request of the first choice. */
    Request<String> first() {
        return requests.get(0);
    }
}
