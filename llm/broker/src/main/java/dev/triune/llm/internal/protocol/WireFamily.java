/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.ModelOptions;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the servers of a family accept and send, as data: writers and event handlers look here and
 * know no names of their own. What single servers refuse is learned, in a {@link Dialect}; the
 * meaning of errors is in {@code signal.ErrorRules}, the marks of thoughts, which belong to models,
 * in {@code json.ThoughtMarks}. Immutable.
 *
 * @param answerFields the fields of an event that holds a part of an answer; an event without any
 *     of them that has a message is an error
 * @param ends the words for the end of an answer, in lower case; others are regular ends
 * @param extras where fields of OpenAI's protocol belong that the family does not have at the same
 *     place; others are sent as they are
 * @param toolIds the ids of tool calls that its servers accept
 * @param blankStops whether texts of white space alone may end an answer
 * @param webImages whether images may be addresses on the web
 * @param schemaOnly whether JSON can only be requested with a schema
 */
public record WireFamily(
        ApiFamily family,
        Set<String> answerFields,
        Map<String, End> ends,
        Map<String, Place> extras,
        Pattern toolIds,
        boolean blankStops,
        boolean webImages,
        boolean schemaOnly) {
    /** Where a field of OpenAI's protocol belongs in another family. */
    public enum Place {
        /** Within {@code options}. */
        OPTIONS,
        /** Reversed, as {@code disable_parallel_tool_use} of the tool choice. */
        TOOL_CHOICE,
        /** Nowhere: the family has no such field, so that it is left out and named. */
        NOWHERE
    }

    /**
     * What a word for the end of an answer means.
     *
     * @param reason the reason of a regular end; null if the answer broke off
     * @param failed whether the server says that it failed
     */
    record End(@Nullable FinishReason reason, boolean failed) {
        private static final End STOP = new End(FinishReason.STOP, false);
        private static final End CUT_OFF = new End(null, false);
        private static final End FAILED = new End(null, true);
    }

    private static final int MAX_READABLE = 64;
    private static final int HASH_BYTES = 12;

    private static final Map<String, End> COMMON_ENDS = ends(Map.of());

    private static final Pattern ANY_ID = Pattern.compile("(?s).*");

    private static final WireFamily OPENAI = new WireFamily(
            ApiFamily.OPENAI,
            Set.of("choices", "usage", "id", "data", "x_groq"),
            COMMON_ENDS,
            Map.of(),
            ANY_ID,
            true,
            true,
            false);

    private static final WireFamily ANTHROPIC = new WireFamily(
            ApiFamily.ANTHROPIC,
            Set.of("content", "content_block", "delta", "usage", "id"),
            ends(Map.of("pause_turn", new End(FinishReason.PAUSED, false))),
            Map.of(
                    "frequency_penalty", Place.NOWHERE,
                    "presence_penalty", Place.NOWHERE,
                    "logit_bias", Place.NOWHERE,
                    "logprobs", Place.NOWHERE,
                    "top_logprobs", Place.NOWHERE,
                    "verbosity", Place.NOWHERE,
                    "seed", Place.NOWHERE,
                    "parallel_tool_calls", Place.TOOL_CHOICE),
            Pattern.compile("[a-zA-Z0-9_-]{1,128}"),
            false,
            true,
            true);

    private static final WireFamily OLLAMA = new WireFamily(
            ApiFamily.OLLAMA,
            Set.of("model", "done", "embeddings", "tool_calls"),
            ends(Map.of(
                    "load", new End(FinishReason.EMPTY, false),
                    "unload", new End(FinishReason.EMPTY, false))),
            Map.of(
                    "frequency_penalty", Place.OPTIONS,
                    "presence_penalty", Place.OPTIONS,
                    "seed", Place.OPTIONS,
                    "logit_bias", Place.NOWHERE,
                    "verbosity", Place.NOWHERE,
                    "parallel_tool_calls", Place.NOWHERE),
            ANY_ID,
            true,
            false,
            false);

    /** Returns the description of a family. */
    public static WireFamily of(ApiFamily family) {
        return switch (family) {
            case OPENAI -> OPENAI;
            case ANTHROPIC -> ANTHROPIC;
            case OLLAMA -> OLLAMA;
        };
    }

    /** The words of all servers, whose protocols are spoken by many, and those of a family. */
    private static Map<String, End> ends(Map<String, End> own) {
        Map<String, End> ends = new HashMap<>(own);
        put(ends, new End(FinishReason.LENGTH, false), """
                length max_tokens max_output_tokens max_new_tokens max_completion_tokens
                model_length model_context_window_exceeded context_length_exceeded
                """);
        put(ends, new End(FinishReason.CONTENT_FILTER, false), """
                content_filter content_filtered safety image_safety recitation
                prohibited_content blocklist spii sensitive language moderation
                guardrail guardrails guardrail_intervened
                """);
        put(ends, new End(FinishReason.REFUSAL, false), "refusal");
        put(ends, new End(FinishReason.TOOL_CALLS, false), "tool_calls tool_use function_call");
        put(ends, End.CUT_OFF, """
                abort aborted cancelled canceled timeout time_limit incomplete interrupted
                disconnected client_disconnect insufficient_system_resource
                """);
        put(ends, End.FAILED, """
                error network_error error_finish failed server_error internal_error
                malformed_function_call
                """);
        return Map.copyOf(ends);
    }

    private static void put(Map<String, End> ends, End end, String words) {
        for (String word : List.of(words.strip().split("\\s+"))) {
            ends.put(word, end);
        }
    }

    /** Returns what a word means, in any case and perhaps with details after a colon. */
    End end(String word) {
        int colon = word.indexOf(':');
        String name = (colon < 0 ? word : word.substring(0, colon))
                .strip()
                .toLowerCase(Locale.ROOT)
                .replace('-', '_');
        return ends.getOrDefault(name, End.STOP);
    }

    /** Returns the id of a tool call in a form that the servers accept, the same for the same id. */
    public String toolId(String id) {
        if (toolIds.matcher(id).matches()) {
            return id;
        }
        String readable = id.replaceAll("[^a-zA-Z0-9-]", "_");
        return readable.substring(0, Math.min(readable.length(), MAX_READABLE)) + "_" + hash(id);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns why a call cannot be written in this protocol; null if it can. */
    public @Nullable String problemOf(ModelCall call) {
        boolean onWeb = !webImages
                && call.prompt().hasImages()
                && call.prompt().messages().stream()
                        .flatMap(message -> message.images().stream())
                        .anyMatch(image -> !image.startsWith("data:"));
        return onWeb
                ? "an image on the web (family " + family.label()
                        + " takes images as data:…;base64)"
                : null;
    }

    /** Returns the texts that end an answer, without those that the servers refuse. */
    List<String> stop(ModelOptions options) {
        return blankStops
                ? options.stop()
                : options.stop().stream().filter(text -> !text.isBlank()).toList();
    }

    /** Returns the options of a call that the family does not have, in order. */
    public List<String> leftOut(ModelCall call) {
        ModelOptions options = call.options();
        boolean details = !extras.isEmpty()
                && call.prompt().hasImages()
                && call.prompt().messages().stream()
                        .anyMatch(message -> !message.imageDetail().isEmpty());
        if (extras.isEmpty() || (options.equals(ModelOptions.NONE) && !schemaOnly && !details)) {
            return List.of(); // the common case
        }
        List<String> names = new ArrayList<>();
        if (details) {
            names.add("detail");
        }
        for (String name : options.extraBody().keySet()) {
            if (extras.get(name) == Place.NOWHERE) {
                names.add(name);
            }
        }
        if (options.seed() != null && extras.get("seed") == Place.NOWHERE) {
            names.add("seed");
        }
        if (stop(options).size() < options.stop().size()) {
            names.add("stop");
        }
        if (schemaOnly && call.format() == AnswerFormat.JSON && call.schema() == null) {
            names.add("response_format");
        }
        Collections.sort(names);
        return names;
    }

    /** Adds further fields of OpenAI's protocol to a body, where the family has them. */
    void addExtras(ObjectNode body, Map<String, Object> fields) {
        Map<String, Object> same = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            Place place = extras.get(name);
            if (place == null) {
                same.put(name, value);
            } else if (place == Place.OPTIONS) {
                body.withObject("/options").set(name, ProtocolJson.of(value));
            } else if (place == Place.TOOL_CHOICE && Boolean.FALSE.equals(value)) {
                forbidParallelCalls(body);
            }
        });
        ProtocolJson.merge(body, same);
    }

    private static void forbidParallelCalls(ObjectNode body) {
        if (!body.has("tools")
                || body.path("tool_choice").path("type").asString("").equals("none")) {
            return;
        }
        ObjectNode choice = body.withObject("/tool_choice");
        if (!choice.has("type")) {
            choice.put("type", "auto");
        }
        choice.put("disable_parallel_tool_use", true);
    }
}
