/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Prompt;
import dev.triune.llm.internal.protocol.OfferedModels;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;

/** Requests and reads the list of models that a server offers. */
public final class ModelListing extends ResponseExchange {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_BYTES = 8 << 20;
    private static final Prompt NO_PROMPT = Prompt.of("");

    private final FailureClassifier failures;
    private final CompletableFuture<List<String>> models = new CompletableFuture<>();
    private final Buffer body = new Buffer();

    private ModelListing(FailureClassifier failures) {
        super(failures, () -> false);
        this.failures = failures;
    }

    /** Sends the request; may fail with an {@link IOException} that names the server. */
    public static CompletableFuture<List<String>> request(
            Transport transport, HttpUrl url, Headers headers, FailureClassifier failures) {
        ModelListing listing = new ModelListing(failures);
        Request request = new Request.Builder().url(url).headers(headers).build();
        transport.send(request, listing, TIMEOUT);
        return listing.models;
    }

    @Override
    boolean accepted(Response head) {
        return true;
    }

    @Override
    boolean read(byte[] bytes, int from, int to) {
        body.write(bytes, from, to - from);
        return body.size() < MAX_BYTES;
    }

    @Override
    void ended(Response head) {
        if (body.size() >= MAX_BYTES) {
            fail(failures.unreadable("more than " + MAX_BYTES + " bytes"));
            return;
        }
        if (hasIoError()) {
            fail(truncated());
            return;
        }
        try {
            models.complete(OfferedModels.read(body.readByteArray()));
        } catch (IllegalArgumentException e) {
            fail(failures.unreadable("it is not JSON"));
        }
    }

    @Override
    void refused(Response head, String text) {
        fail(failures.refused(head, text, "", NO_PROMPT));
    }

    @Override
    void fail(CallFailure failure) {
        abort();
        models.completeExceptionally(new IOException(failure.message()));
    }
}
