/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import okhttp3.Headers;
import okhttp3.Response;
import okio.BufferedSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns what goes wrong at one server into a {@link CallFailure}. Messages name the host, the
 * status and, redacted, what the server says. Thread-safe.
 */
final class Failures {
    /** The most bytes that are read of the body of an error. */
    static final int MAX_BODY_BYTES = 64 * 1024;

    private final String server;
    private final RetryAdvice advice;
    private final Redaction redaction;
    private final JsonMapper json;

    /**
     * Failures of one server.
     *
     * @param server its host and port, for messages
     */
    Failures(String server, RetryAdvice advice, Redaction redaction, JsonMapper json) {
        this.server = server;
        this.advice = advice;
        this.redaction = redaction;
        this.json = json;
    }

    /** An answer with a status other than 2xx; reads its body, up to a limit. */
    CallFailure refused(Response response, Prompt prompt) {
        ServerError error = ServerError.parse(json, bodyOf(response));
        return of(response.code(), response.headers(), error, prompt);
    }

    /** An error inside an answer that began well: what it would have been as an HTTP status. */
    CallFailure reported(JsonNode body, Response response, Prompt prompt) {
        ServerError error = ServerError.of(body);
        return of(error.status(), response.headers(), error, prompt);
    }

    /** No answer came at all. */
    CallFailure unanswered(IOException cause) {
        if (cause instanceof SocketTimeoutException) {
            return broken(FailureCode.PROVIDER_TIMEOUT, "no answer from " + server + " in time");
        }
        String unreached = "cannot reach " + server + ": ";
        if (cause instanceof ConnectException) {
            return broken(FailureCode.UNREACHABLE, unreached + "connection refused");
        }
        if (cause instanceof UnknownHostException) {
            return broken(FailureCode.UNREACHABLE, unreached + "unknown host");
        }
        if (cause instanceof SSLException) {
            return broken(FailureCode.UNREACHABLE, unreached + "no secure connection");
        }
        String broke = "the connection to " + server + " broke before it answered";
        return broken(FailureCode.UNREACHABLE, broke);
    }

    /** The connection failed in the middle of the answer. */
    CallFailure interrupted(IOException cause) {
        if (cause instanceof SocketTimeoutException) {
            return broken(FailureCode.PROVIDER_TIMEOUT, server + " fell silent in mid-answer");
        }
        return cutOff();
    }

    /** The stream ended before the answer did. */
    CallFailure cutOff() {
        return broken(FailureCode.CUT_OFF, "the answer of " + server + " was cut off");
    }

    /** The call was cancelled. */
    CallFailure cancelled() {
        return broken(FailureCode.CUT_OFF, "the call to " + server + " was cancelled");
    }

    /** The answer does not follow the protocol, in that way. */
    CallFailure unreadable(String how) {
        String message = "cannot read the answer of " + server + ": " + how;
        return broken(FailureCode.UNREADABLE_ANSWER, message);
    }

    private CallFailure of(int status, Headers headers, ServerError error, Prompt prompt) {
        String said = redaction.clean(error.message(), prompt);
        String answered = server + " answered with status " + status;
        String message = said.isEmpty() ? answered : answered + ": " + said;
        boolean waitingHelps = status == 429 || (status == 503 && RetryAdvice.isIn(headers));
        if (waitingHelps && !error.isQuotaExhausted()) {
            return new CallFailure.RateLimited(advice.of(headers), message);
        }
        return broken(code(status), message);
    }

    private static FailureCode code(int status) {
        return switch (status) {
            case 401, 403 -> FailureCode.AUTHENTICATION;
            case 402, 429 -> FailureCode.QUOTA_EXHAUSTED;
            case 408, 504 -> FailureCode.PROVIDER_TIMEOUT;
            default -> status >= 500 ? FailureCode.PROVIDER_ERROR : FailureCode.BAD_REQUEST;
        };
    }

    private static String bodyOf(Response response) {
        try {
            BufferedSource source = response.body().source();
            source.request(MAX_BODY_BYTES);
            return source.readUtf8(Math.min(source.getBuffer().size(), MAX_BODY_BYTES));
        } catch (IOException cutOff) {
            return "";
        }
    }

    private static CallFailure broken(FailureCode code, String message) {
        return new CallFailure.Broken(code, message);
    }
}
