/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.gateway.session.Refused;

/** Answers one kind of call. Called on a thread of the server; must not block. */
@FunctionalInterface
public interface Endpoint {
    /**
     * Answers, now or later.
     *
     * @param fields of the body, empty for a call without one
     * @throws Refused if the call is wrong or not taken; the client is told so
     */
    void answer(Fields fields, Exchange exchange) throws Refused;
}
