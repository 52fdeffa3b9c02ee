/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.internal.protocol.signal.ErrorResponse;
import dev.triune.llm.internal.protocol.signal.ErrorRules;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLException;
import okhttp3.HttpUrl;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Turns errors of one server into a {@link CallFailure}, with redacted messages. Thread-safe. */
public final class FailureClassifier {
    static final int MAX_BODY_BYTES = 64 * 1024;
    /** The time until a server is asked again that loads its model without saying how long. */
    private static final Duration LOADING = Duration.ofSeconds(2);

    private static final Set<Integer> OVERLOADED = Set.of(503, 529);

    /** The statuses of servers that do not have what was called. */
    private static final Set<Integer> NOWHERE = Set.of(404, 405);

    public static final String PROXY_REFUSED = "Failed to authenticate with proxy";

    private final String server;
    private final RateLimitSignals signals;
    private final Redactor redactor;

    public FailureClassifier(String server, RateLimitSignals signals, Redactor redactor) {
        this.server = server;
        this.signals = signals;
        this.redactor = redactor;
    }

    /** Classifies a response, with an error inside if its status is 2xx; the model may be empty. */
    CallFailure refused(Response response, String body, String model, Prompt prompt) {
        return refused(response, response.code(), body, model, prompt);
    }

    /** Classifies a response like the other method, with the status of an error inside. */
    CallFailure refused(Response response, int status, String body, String model, Prompt prompt) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers().forEach(header -> headers.put(header.getFirst(), header.getSecond()));
        CallFailure failure = of(new ErrorResponse(status, headers, body), model, prompt);
        boolean misdirected = NOWHERE.contains(status)
                && failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.BAD_REQUEST;
        return misdirected
                ? misdirected((CallFailure.Failed) failure, response.request().url())
                : failure;
    }

    /** Adds what was called, because the most frequent mistake is a wrong URL in the settings. */
    private static CallFailure misdirected(CallFailure.Failed failure, HttpUrl called) {
        return new CallFailure.Failed(
                failure.code(),
                failure.message() + " (called " + called.encodedPath()
                        + "; check url, which is the address before that, often with /v1)",
                failure.outage(),
                failure.status(),
                failure.providerCode());
    }

    /** Creates the failure of a call whose form was rejected; the next one has another form. */
    CallFailure requestAdapted(ServerError error, Prompt prompt) {
        String serverMessage = redactor.redact(error.message(), prompt);
        return new CallFailure.NotAccepted(
                server + " does not take the request in this form: " + serverMessage);
    }

    CallFailure noResponse(IOException cause) {
        if (cause instanceof OneShotJsonBody.UnwritableBodyException) {
            String message = "cannot write the call of " + server + ": " + cause.getMessage();
            return broken(
                    cause.getCause() instanceof LinkageError
                            ? FailureCode.BAD_REQUEST
                            : FailureCode.PROMPT_FAILED,
                    message);
        }
        if (cause instanceof InterruptedIOException) {
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
        if (PROXY_REFUSED.equals(cause.getMessage())) {
            return broken(FailureCode.UNREACHABLE, unreached + "the proxy refuses to be used");
        }
        if (cause instanceof ProtocolException) {
            return unreadable("it breaks the rules of HTTP");
        }
        String broke = "the connection to " + server + " broke before it answered";
        return broken(FailureCode.UNREACHABLE, broke);
    }

    /** Creates the failure of a call on a stale connection, completely {@code sent} or not. */
    CallFailure staleConnection(boolean sent) {
        return sent
                ? new CallFailure.NotAccepted(
                        server + " closed the connection; the call may have been received", true)
                : new CallFailure.NotAccepted(server + " had closed the connection", false);
    }

    CallFailure interrupted(IOException cause) {
        if (cause instanceof InterruptedIOException) {
            return broken(FailureCode.PROVIDER_TIMEOUT, server + " did not end its answer in time");
        }
        return cutOff();
    }

    CallFailure cutOff() {
        return broken(FailureCode.CUT_OFF, "the answer of " + server + " was cut off");
    }

    public CallFailure cancelled() {
        return broken(FailureCode.CUT_OFF, "the call to " + server + " was cancelled");
    }

    CallFailure unreadable(String reason) {
        String message = "cannot read the answer of " + server + ": " + reason;
        return broken(FailureCode.UNREADABLE_ANSWER, message);
    }

    private CallFailure of(ErrorResponse answer, String model, Prompt prompt) {
        int status = answer.status();
        String name = answer.error().name();
        String serverMessage = redactor.redact(answer.error().message(), prompt);
        String answered = server + " answered with status " + status;
        String message = serverMessage.isEmpty() ? answered : answered + ": " + serverMessage;
        return switch (ErrorRules.meaning(answer)) {
            case AS_STATED -> asStated(answer, model, message);
            case WAIT -> limited(signals.advice(answer), message, false, status);
            case LOADING -> {
                Duration advice = signals.advice(answer);
                yield limited(advice == null ? LOADING : advice, message, true, status);
            }
            case TOO_EXPENSIVE ->
                new CallFailure.Failed(
                        FailureCode.QUOTA_EXHAUSTED, message, Duration.ZERO, status, name);
            case KEY -> failed(FailureCode.AUTHENTICATION, answer, message);
            case REQUEST -> failed(FailureCode.BAD_REQUEST, answer, message);
            case NO_MONEY -> failed(FailureCode.QUOTA_EXHAUSTED, answer, message);
            case NO_MODEL -> failed(FailureCode.MODEL_UNAVAILABLE, answer, message);
            case SERVER ->
                failed(
                        FailureCode.PROVIDER_ERROR,
                        answer,
                        message + ", by the page of a firewall; the key was not checked");
            case UNREADABLE -> failed(FailureCode.UNREADABLE_ANSWER, answer, message);
        };
    }

    private CallFailure failed(FailureCode code, ErrorResponse answer, String message) {
        return new CallFailure.Failed(
                code,
                message,
                signals.outage(answer),
                answer.status(),
                answer.error().name());
    }

    private CallFailure asStated(ErrorResponse answer, String model, String message) {
        int status = answer.status();
        String name = answer.error().name();
        RetryAdvice retryAdvice = signals.read(answer);
        if (retryAdvice instanceof RetryAdvice.Permanent last) {
            return new CallFailure.Failed(last.code(), message, last.duration(), status, name);
        }
        if (retryAdvice instanceof RetryAdvice.Wait wait) {
            return limited(wait.duration(), message, false, status);
        }
        return retryAdvice instanceof RetryAdvice.WaitUnspecified
                ? limited(null, message, false, status)
                : new CallFailure.Failed(code(answer, model), message, null, status, name);
    }

    private static FailureCode code(ErrorResponse answer, String model) {
        int status = answer.status();
        ServerError error = answer.error();
        if (error.isOutOfMoney()) {
            return FailureCode.QUOTA_EXHAUSTED;
        }
        if (error.isModelUnavailable(status, model)) {
            return FailureCode.MODEL_UNAVAILABLE;
        }
        return switch (status) {
            case 407 -> FailureCode.UNREACHABLE; // by the proxy
            case 401, 403 -> FailureCode.AUTHENTICATION;
            case 408, 504 -> FailureCode.PROVIDER_TIMEOUT;
            case 409, 425, 499 -> FailureCode.PROVIDER_ERROR; // may be repeated (425: RFC 8470)
            case 501 -> FailureCode.BAD_REQUEST; // llama.cpp: a call that it was not started for
            default -> status >= 500 ? FailureCode.PROVIDER_ERROR : FailureCode.BAD_REQUEST;
        };
    }

    private static CallFailure limited(
            @Nullable Duration wait, String message, boolean notReady, int status) {
        return new CallFailure.RateLimited(wait, message, notReady, OVERLOADED.contains(status));
    }

    private static CallFailure broken(FailureCode code, String message) {
        return new CallFailure.Failed(code, message);
    }
}
