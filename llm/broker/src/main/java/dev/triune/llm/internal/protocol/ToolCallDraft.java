/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A tool call of an answer, or a piece of one. Not thread-safe. */
final class ToolCallDraft {
    /** The field of a call that its provider wants back. */
    static final String EXTRA = "extra_content";

    /** The fields of a message with tool calls that its provider wants back. */
    static final List<String> REASONING = List.of("reasoning_content", "reasoning_details");

    private static final String NO_ARGUMENTS = "{}";

    private final StringBuilder arguments = new StringBuilder();
    private long index = -1;
    private String id = "";
    private String type = "";
    private String name = "";
    private String extra = "";
    private String defaultArguments = NO_ARGUMENTS;

    /** Sets a field, in the spelling of any family. */
    void field(String field, JsonEventReader value) {
        switch (field) {
            case "index" -> index = value.index();
            case "id" -> id = value.text();
            case "type" -> type = value.text();
            case "name" -> name = withoutMarks(value.text());
            case "function" -> value.fields(this::field);
            case "arguments", "input" ->
                arguments.append(value.isObject() ? value.json() : value.text());
            case EXTRA -> extra = value.isObject() ? value.json() : extra;
            case "partial_json" -> arguments.append(value.text());
            default -> {}
        }
    }

    /** Cuts off marks of the model that its server took for a part of the name (gpt-oss). */
    private static String withoutMarks(String name) {
        int mark = name.indexOf('<');
        return mark > 0 ? name.substring(0, mark) : name;
    }

    boolean isA(String blockType) {
        return type.equals(blockType);
    }

    /** Keeps the arguments so far only if no others follow, in pieces. */
    void keepArgumentsAsDefault() {
        defaultArguments = arguments.toString();
        arguments.setLength(0);
    }

    int length() {
        return id.length() + name.length() + arguments.length() + extra.length();
    }

    boolean isNamed() {
        return !name.isEmpty();
    }

    /** Whether the draft says nothing, as an object without fields. */
    boolean isEmpty() {
        return name.isEmpty() && arguments.length() == 0;
    }

    boolean hasIndexOf(ToolCallDraft piece) {
        return index >= 0 && index == piece.index;
    }

    boolean hasIdOf(ToolCallDraft piece) {
        return !id.isEmpty() && id.equals(piece.id);
    }

    /** Whether the arguments are whole. */
    boolean isComplete() {
        return ProtocolJson.isObject(arguments.toString());
    }

    /** Whether a piece that belongs here by index or id is a part of this call. */
    boolean isContinuedBy(ToolCallDraft piece) {
        return name.isEmpty()
                || piece.name.isEmpty()
                || (name.equals(piece.name) && (!isComplete() || repeats(piece)));
    }

    /** Whether a piece is this whole call once more. */
    boolean repeats(ToolCallDraft piece) {
        return hasIdOf(piece)
                && name.equals(piece.name)
                && isComplete()
                && (piece.arguments.length() == 0
                        || arguments.toString().contentEquals(piece.arguments));
    }

    void add(ToolCallDraft piece) {
        id = id.isEmpty() ? piece.id : id;
        name = name.isEmpty() ? piece.name : name;
        arguments.append(piece.arguments);
        extra = piece.extra.isEmpty() ? extra : piece.extra;
    }

    /** Returns the complete call; its id is its index in the answer if the server sent none. */
    AnswerPart.ToolCall toolCall(int position, Map<String, String> reasoning) {
        return new AnswerPart.ToolCall(
                id.isEmpty() ? "call_" + position : id,
                name,
                hasNone() ? defaultArguments : arguments.toString(),
                extra(reasoning));
    }

    private boolean hasNone() {
        return arguments.length() == 0 || arguments.toString().equals("null");
    }

    /** Returns what goes back with the call, as JSON; empty without anything. */
    private String extra(Map<String, String> reasoning) {
        Map<String, String> fields = new LinkedHashMap<>(reasoning);
        if (!extra.isEmpty()) {
            fields.put(EXTRA, extra);
        }
        return fields.isEmpty()
                ? ""
                : fields.entrySet().stream()
                        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
    }
}
