/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.llm.Request;
import java.util.List;

/**
 * A completion that a client asks for. Immutable.
 *
 * @param requests one request for each choice of the answer; non-streaming if the answer is wanted in
 *     one piece
 * @param includeUsage whether the end of a stream is to hold the tokens
 * @param dropped the fields that the gateway does not know and leaves out
 */
record CompletionRequest(
        List<Request<String>> requests, boolean includeUsage, List<String> dropped) {
    /** Returns the request of the first choice. */
    Request<String> first() {
        return requests.get(0);
    }
}
