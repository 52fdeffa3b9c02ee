/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ApiFamily;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests the list of models that a server offers, and reads it. */
public final class ModelListing implements Callback {
    private static final long TIMEOUT_SECONDS = Duration.ofSeconds(20).toSeconds();
    private static final int MAX_BYTES = 8 << 20;
    private static final int MAX_MODELS = 10_000;
    private static final int MAX_SHOWN = 10;
    private static final Prompt NO_PROMPT = Prompt.of("");
    private static final JsonMapper JSON = new JsonMapper();

    private final FailureClassifier failures;
    private final CompletableFuture<List<String>> models = new CompletableFuture<>();

    private ModelListing(FailureClassifier failures) {
        this.failures = failures;
    }

    /**
     * Sends the request; never blocks.
     *
     * @return the names, or an {@link IOException} whose message names the server and the cause
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

    /** Where a family lists its models, relative to its base URL. */
    static String path(ApiFamily family, boolean versioned) {
        return switch (family) {
            case OPENAI -> "models";
            case ANTHROPIC -> versioned ? "models" : "v1/models";
            case OLLAMA -> versioned ? "tags" : "api/tags";
        };
    }

    /** The wanted models that are not offered; none if it is not known what is. */
    public static List<String> missing(Collection<String> wanted, List<String> offered) {
        return wanted.stream()
                .filter(model -> !offered.isEmpty()
                        && !offered.contains(model)
                        && !offered.contains(model + ":latest"))
                .toList();
    }

    /** The offered names that look most like a model's, in one line. */
    public static String similar(String model, List<String> offered) {
        String shown = offered.stream()
                .sorted(Comparator.comparingInt((String name) -> -commonPrefix(model, name)))
                .limit(MAX_SHOWN)
                .collect(Collectors.joining(", "));
        int more = offered.size() - MAX_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static int commonPrefix(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length())
                && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
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
            models.complete(names(JSON.readTree(body.readByteArray())));
        } catch (IOException e) {
            fail(failures.interrupted(e).message());
        } catch (JacksonException e) {
            fail(failures.unreadable("it is not JSON").message());
        }
    }

    /**
     * The names in a list of models of any family. None for a llama.cpp server, which answers to
     * every name whatever it lists.
     */
    private static List<String> names(JsonNode answer) {
        List<String> names = new ArrayList<>();
        for (JsonNode model : answer.path(answer.has("models") ? "models" : "data")) {
            if (model.path("owned_by").asString("").equals("llamacpp")) {
                return List.of();
            }
            String name = model.path(model.has("id") ? "id" : "name").asString("");
            if (!name.isEmpty() && names.size() < MAX_MODELS) {
                names.add(name.startsWith("models/") ? name.substring("models/".length()) : name);
            }
        }
        return names;
    }

    private void fail(String message) {
        models.completeExceptionally(new IOException(message));
    }
}
