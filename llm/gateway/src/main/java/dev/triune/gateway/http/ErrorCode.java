/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** The stable error codes, and the HTTP status of each. */
public enum ErrorCode {
    /** Strict sharing: the game must wait for its turn. */
    RATE_LIMIT_COOLDOWN(429),
    /** The queue is full, or a more urgent request replaced this one. */
    QUEUE_FULL(503),
    /** Every provider of the chain stayed rate limited. */
    PROVIDERS_EXHAUSTED(429),
    /** The providers of the chain are overloaded, or their circuit breakers are open. */
    PROVIDERS_UNAVAILABLE(503),
    /** The session has used up its quota. */
    QUOTA_EXHAUSTED(429),
    /** The gateway is shutting down. */
    DRAINING(503),
    /** The gateway has its maximum number of open requests. */
    TOO_MANY_STREAMS(503),
    /** The agent has a live request. */
    AGENT_BUSY(409),
    /** A more urgent request of the agent replaced this one. */
    SUPERSEDED(409),
    /** The request is invalid. */
    BAD_REQUEST(400),
    /** No key allows as many tokens at once. */
    PROMPT_TOO_LARGE(400),
    /** The token is missing or wrong. */
    UNAUTHORIZED(401),
    /** The address has sent several wrong tokens and must wait. */
    TOO_MANY_ATTEMPTS(429),
    /** A host, an origin or an endpoint is not allowed. */
    FORBIDDEN(403),
    /** The path does not exist. */
    NOT_FOUND(404),
    /** No provider has the model. */
    MODEL_NOT_FOUND(404),
    /** The path does not support the method. */
    METHOD_NOT_ALLOWED(405),
    /** The request did not arrive in time. */
    REQUEST_TIMEOUT(408),
    /** The body is too large. */
    TOO_LARGE(413),
    /** The content type of the body is not JSON. */
    UNSUPPORTED_MEDIA_TYPE(415),
    /** The provider failed. */
    PROVIDER_ERROR(502),
    /** The provider took too long. */
    PROVIDER_TIMEOUT(504),
    /** The session was busy for too long. */
    QUEUE_TIMEOUT(503),
    /** The useful time of the request passed while it waited. */
    EXPIRED(504),
    /** The request was cancelled, or its game became inactive. */
    CANCELLED(499),
    /** A bug in the gateway. */
    INTERNAL(500);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }
}
