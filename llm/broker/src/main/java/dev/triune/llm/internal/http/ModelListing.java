/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Prompt;
import dev.triune.llm.internal.protocol.OfferedModels;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;

/** Requests and reads the list of models that a server offers. */
public final class ModelListing implements Callback {
    private static final long TIMEOUT_SECONDS = Duration.ofSeconds(20).toSeconds();
    private static final int MAX_BYTES = 8 << 20;
    private static final Prompt NO_PROMPT = Prompt.of("");

    private final FailureClassifier failures;
    private final CompletableFuture<List<String>> models = new CompletableFuture<>();

    private ModelListing(FailureClassifier failures) {
        this.failures = failures;
    }

    /**
     * Sends the request asynchronously; fails with an {@link IOException} that names the server.
     */
    public static CompletableFuture<List<String>> request(
            OkHttpClient client, HttpUrl url, Headers headers, FailureClassifier failures) {
        ModelListing listing = new ModelListing(failures);
        Call call =
                client.newCall(new Request.Builder().url(url).headers(headers).build());
        call.timeout().timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        call.enqueue(listing);
        return listing.models;
    }

    @Override
    public void onFailure(Call call, IOException cause) {
        fail(failures.noResponse(cause).message());
    }

    @Override
    public void onResponse(Call call, Response response) {
        try (response) {
            if (!response.isSuccessful()) {
                String body = ErrorBody.of(response).text();
                fail(failures.refused(response, body, "", NO_PROMPT).message());
                return;
            }
            response.body().source().request(MAX_BYTES);
            Buffer body = response.body().source().getBuffer();
            if (body.size() >= MAX_BYTES) {
                fail(failures.unreadable("more than " + MAX_BYTES + " bytes").message());
                return;
            }
            models.complete(OfferedModels.read(body.readByteArray()));
        } catch (IOException e) {
            fail(failures.interrupted(e).message());
        } catch (IllegalArgumentException e) {
            fail(failures.unreadable("it is not JSON").message());
        }
    }

    private void fail(String message) {
        models.completeExceptionally(new IOException(message));
    }
}
