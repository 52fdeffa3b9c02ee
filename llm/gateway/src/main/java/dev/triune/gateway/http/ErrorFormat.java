/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import tools.jackson.databind.JsonNode;

/** How problems are told on some path. Stateless. */
public interface ErrorFormat {
    /** The body of an answer with the status of the problem. */
    JsonNode body(Problem problem);

    /** The last event of a stream that had begun, as it goes over the wire. */
    byte[] event(Problem problem);
}
