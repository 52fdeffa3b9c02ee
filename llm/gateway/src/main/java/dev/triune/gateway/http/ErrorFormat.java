/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import tools.jackson.databind.JsonNode;

/** Writes problems in the format of one protocol. Stateless. */
public interface ErrorFormat {
    /** Returns the body of a response whose status is that of the problem. */
    JsonNode body(Problem problem);

    /** Returns the last event of an open stream, as bytes on the wire. */
    byte[] event(Problem problem);
}
