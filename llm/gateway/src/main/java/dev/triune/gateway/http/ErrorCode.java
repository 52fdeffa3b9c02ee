/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** The codes of errors, which are stable, and the HTTP status of each. */
public enum ErrorCode {
    /** Strict sharing: the game must let its time pass. */
    RATE_LIMIT_COOLDOWN(429),
    /** There is no room to wait, or something more urgent took it. */
    QUEUE_FULL(503),
    /** Every provider of the chain stayed rate limited. */
    PROVIDERS_EXHAUSTED(503),
    /** The gateway is being stopped. */
    DRAINING(503),
    /** The gateway has as many requests under way as it takes. */
    TOO_MANY_STREAMS(503),
    /** The agent has a live request. */
    AGENT_BUSY(409),
    /** A more urgent request of the agent took its place. */
    SUPERSEDED(409),
    /** Something in the request is wrong. */
    BAD_REQUEST(400),
    /** No key allows as many tokens at once. */
    PROMPT_TOO_LARGE(400),
    /** There is no token, or a wrong one. */
    UNAUTHORIZED(401),
    /** A host, an origin or an endpoint is not allowed. */
    FORBIDDEN(403),
    /** There is no such call. */
    NOT_FOUND(404),
    /** There is, but not with that method. */
    METHOD_NOT_ALLOWED(405),
    /** The request did not come in time. */
    REQUEST_TIMEOUT(408),
    /** The body is too large. */
    TOO_LARGE(413),
    /** The body is not JSON by its type. */
    UNSUPPORTED_MEDIA_TYPE(415),
    /** The provider failed. */
    PROVIDER_ERROR(502),
    /** The provider took too long. */
    PROVIDER_TIMEOUT(504),
    /** The session was busy for too long. */
    QUEUE_TIMEOUT(503),
    /** Its useful time passed while it waited. */
    EXPIRED(504),
    /** It was cancelled, or its game fell silent. */
    CANCELLED(499),
    /** A fault of the gateway itself. */
    INTERNAL(500);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    /** The HTTP status that goes with it. */
    public int status() {
        return status;
    }
}
