/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Objects;

/** Thrown if a broker does not open the custom endpoint of a request. */
public final class EndpointRejectedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** A reason not to open an endpoint. */
    public enum Reason {
        /** The host is not on the list of allowed hosts. */
        NOT_ALLOWED,
        /** The broker opens no custom endpoints at all. */
        NOT_SUPPORTED,
        /** The broker has reached its maximum of open custom endpoints; try again later. */
        TOO_MANY
    }

    private final Reason reason;

    /** Creates the exception; the message is human-readable, without a key. */
    public EndpointRejectedException(Reason reason, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns why the endpoint is not opened. */
    public Reason reason() {
        return reason;
    }
}
