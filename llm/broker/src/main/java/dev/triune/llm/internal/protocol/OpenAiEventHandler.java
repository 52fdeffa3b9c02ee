/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Handles the chunks of a chat completion, or the completion in one piece. Only content, refusal
 * and tool calls of the first choice count, so reasoning is never text. The last usage counts, in
 * whichever chunk. Not thread-safe.
 */
final class OpenAiEventHandler extends AnswerEventHandler {
    /** The content types that are text; some servers send none. */
    private static final Set<String> TEXT_TYPES = Set.of("", "text", "output_text");

    private static final int MAX_REASONING = 1 << 18;

    private final UsageFields counts = new UsageFields();
    private Usage usage = Usage.NONE;
    private String partType = "";
    private String partText = "";
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder details = new StringBuilder();
    private final StringBuilder ofMessages = new StringBuilder();
    private String message = ""; // the whole message of this event, as JSON
    private String deltaText = "";
    private String deltaThought = "";
    private final StringBuilder mirrored = new StringBuilder(); // text that repeats thoughts
    private boolean hasText;
    private boolean inPieces; // whether a delta held a part of the answer
    private boolean whole;

    OpenAiEventHandler(AnswerSink sink) {
        super(ApiFamily.OPENAI, sink);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "choices" -> value.first(this::ofChoice);
            case "data" -> readEmbeddings(value);
            case "usage" -> readUsage(value);
            case "timings" -> value.fields(this::ofTimings);
            case "x_groq" -> value.fields(this::ofGroq);
            default -> {}
        }
    }

    @Override
    void endOfEvent() {
        if (!message.isEmpty() && !inPieces) {
            readMessage();
        }
        message = "";
        if (whole) {
            endComplete();
        }
    }

    private void readEmbeddings(JsonEventReader data) {
        if (isInOnePiece() && data.isList()) {
            Vectors vectors = new Vectors();
            data.each(vectors::add);
            emit(vectors);
        }
    }

    /** Handles embeddings without anything around them (llama.cpp without {@code /v1}). */
    @Override
    void list(JsonEventReader list) {
        Vectors vectors = new Vectors();
        list.each(element -> vectors.add(element, this::onlyError));
        if (vectors.hasAny()) {
            emit(vectors);
        }
    }

    @Override
    boolean isWhole() {
        return whole;
    }

    private void emit(Vectors vectors) {
        whole = true;
        String json = vectors.json();
        if (json.isEmpty()) {
            end(new StreamEnd.Unreadable("its vectors are not one for each text"));
        } else {
            emitText(json);
        }
    }

    /**
     * Embeddings in the order of the texts, which is that of their indices; without any, that of
     * their places. Gemini leaves an index out if it is 0, as its wire format does.
     */
    private static final class Vectors {
        private final TreeMap<Long, String> byIndex = new TreeMap<>();
        private final List<String> withoutIndex = new ArrayList<>();

        void add(JsonEventReader element) {
            add(element, (name, value) -> {});
        }

        void add(JsonEventReader element, JsonEventReader.FieldHandler others) {
            String[] vector = {""};
            long[] index = {-1};
            boolean[] indexed = {false};
            element.fields((name, value) -> {
                if (name.equals("index") && !value.isNull()) {
                    index[0] = value.index();
                    indexed[0] = true;
                } else if (name.equals("embedding") && (value.isList() || value.isText())) {
                    vector[0] = single(value.json());
                } else {
                    others.field(name, value);
                }
            });
            if (!indexed[0]) {
                withoutIndex.add(vector[0]);
            } else if (byIndex.put(index[0], vector[0]) != null) {
                byIndex.put(-1L, ""); // twice
            }
        }

        /**
         * Returns a vector without a list around it, in which llama.cpp puts it; else empty, also
         * without numbers, which llama.cpp writes as null.
         */
        private static String single(String vector) {
            if (vector.startsWith("[") && vector.contains("null")) {
                return "";
            }
            if (!vector.startsWith("[[")) {
                return vector;
            }
            return vector.contains("],[") ? "" : vector.substring(1, vector.length() - 1);
        }

        boolean hasAny() {
            return byIndex.values().stream().anyMatch(vector -> !vector.isEmpty())
                    || withoutIndex.stream().anyMatch(vector -> !vector.isEmpty());
        }

        /** Returns all as JSON; empty unless there is one vector for each text. */
        String json() {
            TreeMap<Long, String> all = new TreeMap<>(byIndex);
            int count = byIndex.size() + withoutIndex.size();
            if (withoutIndex.size() > 1 && !byIndex.isEmpty()) {
                return "";
            }
            for (int i = 0; i < withoutIndex.size(); i++) {
                all.putIfAbsent((long) i, withoutIndex.get(i));
            }
            boolean right = all.size() == count
                    && !all.containsValue("")
                    && (count == 0 || (all.firstKey() == 0 && all.lastKey() == count - 1));
            return right
                    ? all.entrySet().stream()
                            .map(each -> "{\"index\":" + each.getKey() + ",\"embedding\":"
                                    + each.getValue() + "}")
                            .collect(Collectors.joining(",", "[", "]"))
                    : "";
        }
    }

    private void ofChoice(String name, JsonEventReader value) {
        switch (name) {
            case "delta" -> {
                value.fields(this::ofDelta);
                emitDelta();
            }
            case "message" -> ofWhole(value);
            case "text" -> ofText(value); // of the older protocol
            case "error" -> {
                if (!value.isNothing()) {
                    fail();
                }
            }
            case "logprobs" -> {
                if (value.isObject()) {
                    emitLogprobs(value.json());
                }
            }
            case "finish_reason" -> readFinishReason(value.text());
            case "usage" -> readUsage(value); // Moonshot
            default -> {}
        }
    }

    private void ofDelta(String name, JsonEventReader value) {
        boolean part =
                name.equals("content") || name.equals("refusal") || name.equals("tool_calls");
        inPieces |= part && (value.isText() ? !value.text().isEmpty() : !value.isNull());
        if (name.equals("content") && value.isText()) {
            deltaText = value.text();
        } else if (name.equals("reasoning_content") || name.equals("reasoning")) {
            deltaThought = value.text();
            ofMessage(name, value);
        } else {
            ofMessage(name, value);
        }
    }

    /** Emits the text of a delta, unless it repeats the delta's thought, as some proxies do. */
    private void emitDelta() {
        if (!deltaText.isEmpty()) {
            if (!deltaText.equals(deltaThought)) {
                hasText = true;
                emitText(deltaText);
            } else if (mirrored.length() + deltaText.length() <= MAX_REASONING) {
                mirrored.append(deltaText);
            }
        }
        deltaText = "";
        deltaThought = "";
    }

    /** Emits text that was also a thought if there is no other: then it is the answer. */
    @Override
    void beforeEnd() {
        if (!hasText && mirrored.length() > 0) {
            emitText(mirrored.toString());
        }
    }

    /** Handles a whole message; in a stream, where servers send it next to deltas, at its end. */
    private void ofWhole(JsonEventReader value) {
        if (isInOnePiece() && value.isObject()) {
            whole = true;
            value.fields(this::ofMessage);
        } else if (value.isObject() && !inPieces) {
            message = value.json();
        }
    }

    /** Reads the message of a stream without deltas; one that repeats all others is no part. */
    private void readMessage() {
        try (JsonEventReader reader = new JsonEventReader()) {
            byte[] json = message.getBytes(StandardCharsets.UTF_8);
            reader.begin(json, 0, json.length);
            reader.fields((name, value) -> {
                if (!name.equals("content") || !value.isText()) {
                    ofMessage(name, value);
                } else if (!value.text().contentEquals(ofMessages)) {
                    ofMessages.append(value.text());
                    emitText(value.text());
                }
            });
        }
    }

    private void ofText(JsonEventReader value) {
        whole |= isInOnePiece() && value.isText();
        emitText(value.text());
    }

    private void ofMessage(String name, JsonEventReader value) {
        switch (name) {
            case "content" -> {
                if (value.isList()) {
                    value.each(this::readContentPart);
                } else {
                    readContentPart(value);
                }
            }
            case "refusal" -> {
                if (!value.text().isEmpty()) {
                    recordReason(FinishReason.REFUSAL);
                    emitRefusal(value.text());
                }
            }
            case "tool_calls" -> value.each(this::readToolCall);
            case "function_call" -> readToolCall(value);
            case "reasoning_content" -> readReasoning(value.text());
            case "reasoning_details" -> value.each(this::readReasoningDetail);
            default -> {}
        }
    }

    /** Handles a typed part, which some servers send in a list; only text is emitted. */
    private void readContentPart(JsonEventReader part) {
        partType = "";
        partText = part.isText() ? part.text() : "";
        part.fields((name, value) -> {
            switch (name) {
                case "type" -> partType = value.text();
                case "text", "content", "value", "refusal" -> ofPartText(value);
                default -> {}
            }
        });
        if (TEXT_TYPES.contains(partType)) {
            emitText(partText);
        } else if (partType.equals("refusal")) {
            recordReason(FinishReason.REFUSAL);
            emitRefusal(partText);
        }
    }

    private void ofPartText(JsonEventReader value) {
        partText += value.text();
        value.fields((name, inside) -> partText += name.equals("value") ? inside.text() : "");
    }

    /** Keeps reasoning as far as it fits, since only few servers want it back with tool calls. */
    private void readReasoning(String piece) {
        if (reasoning.length() + piece.length() <= MAX_REASONING) {
            reasoning.append(piece);
        }
    }

    private void readReasoningDetail(JsonEventReader value) {
        String json = value.isObject() ? value.json() : "";
        if (!json.isEmpty() && details.length() + json.length() <= MAX_REASONING) {
            details.append(details.length() == 0 ? "" : ",").append(json);
        }
    }

    @Override
    Map<String, String> reasoning() {
        Map<String, String> fields = new LinkedHashMap<>();
        if (reasoning.length() > 0) {
            fields.put("reasoning_content", ProtocolJson.text(reasoning.toString()));
        }
        if (details.length() > 0) {
            fields.put("reasoning_details", "[" + details + "]");
        }
        return fields;
    }

    private void readToolCall(JsonEventReader value) {
        if (value.isObject()) {
            ToolCallDraft piece = new ToolCallDraft();
            value.fields(piece::field);
            addToolCall(piece);
        }
    }

    private void ofGroq(String name, JsonEventReader value) {
        if (name.equals("usage")) {
            readUsage(value);
        } else if (name.equals("error") && !value.isNull()) {
            fail();
        }
    }

    /** Handles counts, which may be apart; of zeros, as of a closing chunk, none counts. */
    private void readUsage(JsonEventReader value) {
        if (value.isObject()) {
            value.fields(counts::field);
            usage = counts.usage();
            if (usage.total() > 0) {
                reportUsage();
            }
        }
    }

    /** Handles llama.cpp's counts of the tokens that it evaluated and those that it had cached. */
    private void ofTimings(String name, JsonEventReader value) {
        counts.timing(name, value);
        usage = counts.usage();
        if (usage.total() > 0) {
            reportUsage();
        }
    }

    private void readFinishReason(String reason) {
        if (!reason.isEmpty() && readReason(reason)) {
            finish();
        }
    }

    /**
     * The tokens in the formats of OpenAI's family, each the last count that is not zero. Prompt
     * tokens include cached ones. Tokens of the total beyond prompt and completion are thinking,
     * billed as output (Gemini, xAI).
     */
    private static final class UsageFields {
        private long prompt;
        private long completion;
        private long total;
        private long cacheRead;
        private long cacheWrite;
        private long evaluated; // llama.cpp: of the prompt, beside the cached ones
        private long cached;
        private long predicted;

        void field(String name, JsonEventReader value) {
            switch (name) {
                case "prompt_tokens", "input_tokens" -> prompt = last(prompt, value);
                case "completion_tokens", "output_tokens" -> completion = last(completion, value);
                case "total_tokens" -> total = last(total, value);
                case "cached_tokens", "prompt_cache_hit_tokens", "cache_read_input_tokens" ->
                    cacheRead = last(cacheRead, value);
                case "cache_creation_input_tokens" -> cacheWrite = last(cacheWrite, value);
                case "prompt_tokens_details", "input_tokens_details" ->
                    value.fields(this::ofPrompt);
                default -> {}
            }
        }

        private void ofPrompt(String name, JsonEventReader value) {
            switch (name) {
                case "cached_tokens" -> cacheRead = last(cacheRead, value);
                case "cache_write_tokens", "cache_creation_tokens" ->
                    cacheWrite = last(cacheWrite, value);
                default -> {}
            }
        }

        void timing(String name, JsonEventReader value) {
            switch (name) {
                case "prompt_n" -> evaluated = value.tokens();
                case "cache_n" -> cached = value.tokens();
                case "predicted_n" -> predicted = value.tokens();
                default -> {}
            }
        }

        private static long last(long before, JsonEventReader value) {
            long count = value.tokens();
            return count == 0 ? before : count;
        }

        Usage usage() {
            long all = prompt == 0 ? evaluated + cached : prompt;
            boolean sameCount = evaluated + cached == all; // otherwise of another call
            long read = Math.min(all, cacheRead == 0 && sameCount ? cached : cacheRead);
            long write = Math.min(all - read, cacheWrite);
            long output = completion == 0 ? predicted : completion;
            return new Usage(all - read - write, read, write, Math.max(output, total - all));
        }
    }
}
